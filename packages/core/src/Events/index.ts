export { type EventRecord, EventType } from "./Event.js"
export { EventStore } from "./EventStore.js"
