/**
 * Composes and signs mail and delivers it to an SMTP server, a tenant's own server or the local
 * inbox.
 */
export {
  capture,
  type CapturedFile,
  type CaptureOptions,
  layerCapture,
  type ReadableMail,
  readMail
} from "./Capture/index.js"
export { layerComposer } from "./Composer/index.js"
export { compose, type ComposedMail, toSource } from "./Composition/index.js"
export {
  type Credentials as SmtpCredentials,
  InvalidSmtpUrl,
  layerReleaseRelay,
  layerSmtp,
  machineName,
  parseSmtpUrl,
  type RelayTest,
  type Server as SmtpServer,
  smtp,
  smtpDefaults,
  type SmtpOptions,
  type SmtpTimeouts,
  testRelay,
  type TlsMode
} from "./Conversation/index.js"
export { layerOwnServers, type OwnServersOptions } from "./OwnServers/index.js"
export { type SmtpProvider, smtpProviders } from "./Providers/index.js"
export { sign, SigningFailed } from "./Signing/index.js"
