export { layerExporting } from "./exporting.js"
export { layerLogging, type LoggingOptions } from "./logging.js"
