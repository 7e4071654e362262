/**
 * Telemark's HTTP interface: its OpenAPI document, and handlers for Node and for fetch-based hosts.
 * All rules are core's.
 */
export { HttpTracing, StrictAnswers } from "./App/index.js"
export {
  type AnsweringNodeHandler,
  type Handlers,
  type HandlersAt,
  handlersAt,
  type MountOptions,
  type MountPath,
  type NodeHandler,
  nodeHandler,
  type NodeRequest,
  readMount,
  unavailable,
  type WebHandler,
  webHandler
} from "./Hosts/index.js"
export { type Answer, jsonAnswer } from "./Answers/index.js"
export { type MailPages, PublicPages, type PublicPagesService } from "./PublicPages/index.js"
export {
  type Authorize,
  type AuthorizedPerson,
  Dashboard,
  type DashboardAccess,
  type DashboardFiles,
  type DashboardOptions,
  type DashboardService,
  hostAccess,
  type LoadFiles,
  makeDashboard,
  type Person,
  sessionAccess
} from "./Dashboard/index.js"
export { openApiDocument } from "./OpenApi/index.js"
export { type KeyHashCost, layerKeyHasher, makeKeyHasher } from "./KeyHasher/index.js"
export {
  type BodyMemory,
  type BodyMemoryOptions,
  type IncomingRequest,
  LargeBodies,
  makeBodyMemory
} from "./Requests/index.js"
