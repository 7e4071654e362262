export { makeConnections } from "./connections.js"
export { exchange, type Exchanged } from "./exchange.js"
