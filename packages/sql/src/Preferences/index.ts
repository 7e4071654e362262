export { layerPreferenceStore } from "./PreferenceStore.js"
