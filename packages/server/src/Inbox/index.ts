export { inboxMiddleware, type Middleware } from "./listener.js"
export { inboxToken } from "./token.js"
