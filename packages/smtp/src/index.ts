/**
 * Composes and signs mail and delivers it to an SMTP server, a tenant's own server or the local
 * inbox.
 */
export { capture, type CaptureOptions, layerCapture } from "./capture/layerCapture.js"
export { type ReadableMail, readMail } from "./capture/readMail.js"
export { layerComposer } from "./composition/layerComposer.js"
export { compose, type ComposedMail, toSource } from "./composition/compose.js"
export type { OAuth2Options as SmtpOAuth2Options } from "./oauth2/OAuth2Options.js"
export { machineName, type SmtpTimeouts } from "./conversation/route.js"
export {
  type Credentials as SmtpCredentials,
  InvalidSmtpUrl,
  parseSmtpUrl,
  parseTokenSmtpUrl,
  type Server as SmtpServer,
  type TlsMode
} from "./conversation/smtpUrl.js"
export { layerReleaseRelay, layerSmtp, smtp } from "./conversation/layerSmtp.js"
export { smtpDefaults, type SmtpOptions } from "./conversation/route.js"
export { type RelayTest, testRelay } from "./conversation/testRelay.js"
export { layerOwnServers, type OwnServersOptions } from "./ownServers/layerOwnServers.js"
export { type SmtpProvider, smtpProviders } from "./providers.js"
export { GuardedServer, type GuardPorts } from "./server/GuardedServer.js"
export { Visit } from "./server/Visit.js"
export { addressGroup, Admission, type ServerLimits } from "./server/admission.js"
export {
  type Certificate as TlsCertificate,
  followCertificate,
  readCertificate,
  type TlsFiles
} from "./server/certificate.js"
export { closeServer, openServer } from "./server/openServer.js"
export {
  isLoopback,
  type ListeningForSubmissions,
  listenForSubmissions,
  submissionLimits,
  type SubmissionOptions,
  type SubmissionSettings
} from "./submission/listenForSubmissions.js"
export { SubmissionListenFailed, SubmissionNotSafe } from "./submission/submissionErrors.js"
export { SigningFailed } from "./signing/sign.js"
export { sign } from "./signing/sign.js"
