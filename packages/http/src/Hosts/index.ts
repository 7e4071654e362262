export type { NodeRequest } from "./nodeBody.js"
export { type NodeHandler, nodeHandler } from "./nodeHandler.js"
export { type WebHandler, webHandler } from "./webHandler.js"
