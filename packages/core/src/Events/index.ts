export { type EventRecord, EventType } from "./Event.js"
export { type EmailEvent, Events, type EventsService } from "./Events.js"
export { EventStore } from "./EventStore.js"
