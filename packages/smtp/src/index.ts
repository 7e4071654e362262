/** Composes mail and hands it over: to an SMTP server, or to the local inbox. */
export { capture, layerCapture } from "./Capture/index.js"
export { compose, type ComposedMail, toSource } from "./Composition/index.js"
export {
  type Credentials as SmtpCredentials,
  InvalidSmtpUrl,
  layerSmtp,
  parseSmtpUrl,
  type Server as SmtpServer,
  smtp,
  type SmtpOptions,
  type SmtpTimeouts,
  type TlsMode
} from "./Conversation/index.js"
