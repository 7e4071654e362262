/**
 * Connections on this machine: to HTTP servers whose octets a test writes itself, and ports for
 * programs that it starts.
 */
export { freePort } from "./freePort.js"
export { openConnection } from "./openConnection.js"
export { type Proxy, startProxy } from "./startProxy.js"
