export { layerEventStore } from "./EventStore.js"
