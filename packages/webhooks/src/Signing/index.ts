export { signatureFields, type Signed } from "./sign.js"
