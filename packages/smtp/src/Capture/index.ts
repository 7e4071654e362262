export { capture, type CaptureOptions, layerCapture } from "./layerCapture.js"
