export { capture, layerCapture } from "./layerCapture.js"
