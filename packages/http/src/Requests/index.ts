export { bearerToken } from "./bearer.js"
export {
  type Body,
  type BodyBounds,
  IncomingRequest,
  type ReadBody,
  type RequestParts,
  type Unreadable
} from "./IncomingRequest.js"
export { isSameOrigin, isSecure } from "./isSameOrigin.js"
export {
  type BodyMemory,
  type BodyMemoryOptions,
  LargeBodies,
  makeBodyMemory
} from "./LargeBodies.js"
export { readBodyOf, readJson, worthLooking } from "./readJson.js"
export { readTable } from "./readTable.js"
export { makeQueryReader } from "./readQuery.js"
export { requestIdOf } from "./requestId.js"
export { type ShapeBounds, shapeOf } from "./shape.js"
export { announcedLength, smallBody } from "./smallBody.js"
export { isStopped, whileConnected } from "./whileConnected.js"
