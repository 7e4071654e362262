export { SigningFailed } from "./key.js"
export { sign } from "./sign.js"
