export { type PreparedMessage, sendPrepared } from "./sendPrepared.js"
