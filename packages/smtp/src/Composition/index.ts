export { compose, type ComposedMail, toSource } from "./compose.js"
export { toWireAddress } from "./head.js"
