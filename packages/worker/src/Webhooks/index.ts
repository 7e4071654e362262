export { webhookLoops } from "./webhookLoops.js"
