export { inboxMiddleware, type Middleware } from "./listener.js"
