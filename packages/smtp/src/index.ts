/** Composes mail and hands it over: to an SMTP server, or to the local inbox. */
export { capture, layerCapture } from "./Capture/index.js"
export { compose, type ComposedMail, toSource } from "./Composition/index.js"
export { InvalidSmtpUrl, layerSmtp, smtp, type SmtpOptions, type SmtpTimeouts, type TlsMode } from "./Conversation/index.js"
