export { layerInbox } from "./Inbox.js"
