export type { BlockActions } from "./BlockFrame.js"
export { Canvas } from "./Canvas.js"
export { buttonColors, type MailLook, mailLook } from "./mailLook.js"
