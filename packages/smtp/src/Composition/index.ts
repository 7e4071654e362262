export { asComposed } from "./asComposed.js"
export {
  compose,
  type Composed,
  type ComposedMail,
  composeInSlices,
  lengthOfMail,
  toSource,
  toSourceInSlices
} from "./compose.js"
export { mediaTypeOf, mediaTypeText } from "./mediaType.js"
export { chunksOf, type Piece } from "./pieces.js"
export { relaxLines } from "./relaxLines.js"
