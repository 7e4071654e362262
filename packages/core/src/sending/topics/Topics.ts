import {
  CreateTopic,
  decode,
  mayBeTopic,
  NotFound,
  TopicExists,
  UpdateTopic
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound, tooMany } from "../../operations/found.js"
import { changedTopic, newTopic, viewOfTopic } from "./Topic.js"
import { topicQueries } from "./topicTable.js"

type TopicsService = OperationsFor<string, "topics">

const maxTopics = 100

const decodeCreate = decode(CreateTopic)
const decodeUpdate = decode(UpdateTopic)

const existing = (id: string): Effect.Effect<string, NotFound> =>
  mayBeTopic(id) ? Effect.succeed(id) : new NotFound()

const make = Effect.gen(function* () {
  const { change } = yield* Database
  const topics = yield* topicQueries
  const service: TopicsService = {
    create: (tenantId, input) =>
      Effect.gen(function* () {
        const topic = newTopic(
          tenantId,
          yield* Effect.fromResult(decodeCreate(input)),
          yield* Clock.currentTimeMillis
        )
        yield* change(
          Effect.gen(function* () {
            const present = yield* topics.listIdsLocked(tenantId)
            if (present.includes(topic.id)) return yield* new TopicExists()
            if (present.length >= maxTopics) return yield* tooMany("topics", maxTopics)
            if (!(yield* topics.insert(topic))) return yield* new TopicExists()
          })
        )
        return viewOfTopic(topic)
      }),

    list: (tenantId) =>
      Effect.map(stored(topics.list(tenantId)), (found) => ({ data: found.map(viewOfTopic) })),

    update: (tenantId, id, input) =>
      Effect.gen(function* () {
        const changes = yield* Effect.fromResult(decodeUpdate(input))
        const known = yield* existing(id)
        const changed = yield* change(
          Effect.gen(function* () {
            const found = yield* orNotFound(topics.findLocked(tenantId, known))
            const topic = yield* Effect.fromResult(changedTopic(found, changes))
            yield* topics.update(topic)
            return topic
          })
        )
        return viewOfTopic(changed)
      }),

    remove: (tenantId, id) =>
      Effect.flatMap(existing(id), (known) =>
        change(doneOrNotFound(topics.remove(tenantId, known)))
      )
  }
  return service
})

/** Kinds of a tenant's mail that recipients can unsubscribe from by themselves. */
export class Topics extends Context.Service<Topics, TopicsService>()("@telemark/core/Topics") {
  static readonly layer = Layer.effect(this, make)
}
