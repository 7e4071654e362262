export { layerTemplateStore } from "./TemplateStore.js"
