/**
 * Telemark's HTTP interface: its OpenAPI document, and handlers for Node and for fetch-based hosts.
 */
export { StrictAnswers } from "./app/pickMembers.js"
export { HttpTracing } from "./app/requestTelemetry.js"
export { type Handlers, handlersAt, type HandlersAt, unavailable } from "./hosts/handlersAt.js"
export { type MountOptions, type MountPath, readMount } from "./hosts/mount.js"
export { type NodeRequest } from "./hosts/nodeBody.js"
export { type AnsweringNodeHandler, type NodeHandler, nodeHandler } from "./hosts/nodeHandler.js"
export { type WebHandler, webHandler } from "./hosts/webHandler.js"
export { type Answer, jsonAnswer } from "./Answer.js"
export { type MailPages, PublicPages, type PublicPagesService } from "./app/PublicPages.js"
export { Dashboard, type DashboardService, type Person } from "./dashboard/Dashboard.js"
export { type DashboardFiles, type LoadFiles } from "./dashboard/fileAnswers.js"
export { type Authorize, type AuthorizedPerson, hostAccess } from "./dashboard/hostAccess.js"
export {
  type DashboardAccess,
  type DashboardOptions,
  makeDashboard
} from "./dashboard/makeDashboard.js"
export { PasskeyRefused, type PasskeyVerifier } from "./dashboard/passkeyAnswers.js"
export {
  type ProxyIdentity,
  SignInFailed,
  type SignInOptions,
  type SignInProvider
} from "./dashboard/SignInProvider.js"
export { sessionAccess } from "./dashboard/sessionAccess.js"
export { openApiDocument } from "./openApi/openApiDocument.js"
export { type KeyHashCost, layerKeyHasher, makeKeyHasher } from "./keyHasher.js"
export { resendPath } from "./resend/resendFront.js"
export { TrustedProxies } from "./requests/auditOrigin.js"
export { type IncomingRequest, type RequestParts } from "./requests/IncomingRequest.js"
export { peerOf } from "./requests/peerOf.js"
export {
  type BodyMemory,
  type BodyMemoryOptions,
  LargeBodies,
  makeBodyMemory
} from "./requests/LargeBodies.js"
