export type { ClientSettings } from "./ClientSettings.js"
export { compiler, makeClient } from "./makeClient.js"
export { makeSockets } from "./sockets.js"
