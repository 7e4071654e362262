export { type Body, incoming, IncomingRequest } from "./IncomingRequest.js"
export { announcesTooMuch, largestBody } from "./limit.js"
export { readJson } from "./readJson.js"
export { requestIdOf } from "./requestId.js"
