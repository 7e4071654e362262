export { layerStarterCatalog } from "./layer.js"
export { findStarter, startersIn } from "./starters.js"
