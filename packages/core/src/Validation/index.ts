export { decode } from "./decode.js"
export { detailsOf } from "./details.js"
export { JsonObject, StorableText } from "./text.js"
export { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"
