export { layerDkimKeys, makeDkimKeys } from "./layerDkimKeys.js"
