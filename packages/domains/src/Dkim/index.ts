export { compareKey, type ExpectedKey, type KeyVerdict } from "./compareKey.js"
