export type { ClientSettings } from "./ClientSettings.js"
export { makeClient } from "./makeClient.js"
export { makeSockets } from "./sockets.js"
