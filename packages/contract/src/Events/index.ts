export * from "./EmailEvent.js"
export * from "./EventType.js"
export * from "./FailureCode.js"
