export { InvalidSmtpUrl } from "./errors.js"
export { layerSmtp, smtp } from "./layerSmtp.js"
export type { SmtpOptions, SmtpTimeouts } from "./options.js"
export { type Credentials, parseSmtpUrl, type Server, type TlsMode } from "./url.js"
