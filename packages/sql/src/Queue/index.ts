export { layerMailQueue } from "./MailQueue.js"
