export { makeExclusive } from "./exclusive.js"
export { layerEventStore } from "./EventStore.js"
export { makeFindRecorded } from "./findRecorded.js"
export { makeWriteEvents, type NewEvent } from "./writeEvents.js"
