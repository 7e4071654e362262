export { type LinkKind, type LinkToken, linkToken, maxTokenLength, readLinkToken } from "./linkToken.js"
