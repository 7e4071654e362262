export { capture, type CaptureOptions, layerCapture } from "./layerCapture.js"
export { type CapturedFile, type ReadableMail, readMail } from "./readMail.js"
