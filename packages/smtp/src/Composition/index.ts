export { compose, type ComposedMail, lengthOfMail, toSource } from "./compose.js"
export { toWireAddress } from "./head.js"
export { chunksOf, lengthOfBody, longestChunk, type Piece } from "./pieces.js"
