export { layerPublicPages } from "./layerPublicPages.js"
