export { compose, type ComposedMail, composeInSlices, lengthOfMail, toSource, toSourceInSlices } from "./compose.js"
export { toWireAddress } from "./head.js"
export { chunksOf, type Piece } from "./pieces.js"
