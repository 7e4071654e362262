export { layerDkimKeys } from "./layerDkimKeys.js"
