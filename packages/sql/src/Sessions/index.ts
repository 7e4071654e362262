export { layerSessionStore } from "./SessionStore.js"
