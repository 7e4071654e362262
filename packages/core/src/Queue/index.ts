export { layerDatabaseQueue } from "./databaseQueue.js"
export { type ExternalQueueOptions, layerExternalQueue } from "./externalQueue.js"
export { isInFlight } from "./isInFlight.js"
export { MessageStore, offeredFor, offeredOwner } from "./MessageStore.js"
export {
  Queue,
  type QueueEntry,
  type QueueRoute,
  QueueUnavailable,
  type TakenEntry
} from "./Queue.js"
