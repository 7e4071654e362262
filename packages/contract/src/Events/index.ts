export * from "./EmailEvent.js"
export * from "./EventType.js"
