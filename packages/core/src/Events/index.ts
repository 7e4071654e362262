export { whatServerDid } from "./explainBackOff.js"
export { type EventData, type EventRecord, type EventSubject, type RecordedEvent } from "./Event.js"
export {
  EventFeed,
  type EventFeedOptions,
  type EventFeedService,
  type WatchedEvents
} from "./EventFeed.js"
export { Events, type EventsService } from "./Events.js"
export { type EventPage, type EventRange, EventStore, type EventTail } from "./EventStore.js"
export { EventStreams, type EventStreamsService, type FollowEvents } from "./EventStreams.js"
export { maxBehind } from "./EventViewer.js"
export { emailEvent } from "./payload.js"
export { inBrackets, moment } from "./phrases.js"
export { type SubscriptionRecord, SubscriptionStore } from "./SubscriptionStore.js"
export { timelineOf } from "./timeline.js"
export { TooSlow } from "./TooSlow.js"
