/** Connections to HTTP servers whose octets a test writes itself. */
export { openConnection } from "./openConnection.js"
