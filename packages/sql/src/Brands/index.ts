export { layerBrandStore } from "./BrandStore.js"
