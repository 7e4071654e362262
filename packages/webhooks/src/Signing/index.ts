export { requestFields, webhookHeaders } from "./fields.js"
export { signatureFields, type Signed } from "./sign.js"
