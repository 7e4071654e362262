import {
  CreateTopic,
  decode,
  mayBeTopic,
  NotFound,
  TopicExists,
  UpdateTopic
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
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
  const { write } = yield* Database
  const topics = yield* topicQueries
  const service: TopicsService = {
    create: (tenantId, input) =>
      Effect.gen(function* () {
        const topic = newTopic(
          tenantId,
          yield* Effect.fromResult(decodeCreate(input)),
          yield* Clock.currentTimeMillis
        )
        const outcome = yield* write(
          Effect.gen(function* () {
            const present = yield* topics.listIdsLocked(tenantId)
            if (present.includes(topic.id)) return "exists"
            if (present.length >= maxTopics) return "full"
            return (yield* topics.insert(topic)) ? "inserted" : "exists"
          })
        )
        if (outcome === "exists") return yield* new TopicExists()
        if (outcome === "full") return yield* tooMany("topics", maxTopics)
        return viewOfTopic(topic)
      }),

    list: (tenantId) =>
      Effect.map(stored(topics.list(tenantId)), (found) => ({ data: found.map(viewOfTopic) })),

    update: (tenantId, id, input) =>
      Effect.gen(function* () {
        const changes = yield* Effect.fromResult(decodeUpdate(input))
        const known = yield* existing(id)
        const changed = write(
          Effect.gen(function* () {
            const found = yield* topics.findLocked(tenantId, known)
            if (found === undefined) return undefined
            const result = changedTopic(found, changes)
            if (Result.isSuccess(result)) yield* topics.update(result.success)
            return result
          })
        )
        return viewOfTopic(yield* Effect.fromResult(yield* orNotFound(changed)))
      }),

    remove: (tenantId, id) =>
      Effect.flatMap(existing(id), (known) =>
        doneOrNotFound(stored(topics.remove(tenantId, known)))
      )
  }
  return service
})

/** Kinds of a tenant's mail that recipients can unsubscribe from by themselves. */
export class Topics extends Context.Service<Topics, TopicsService>()("@telemark/core/Topics") {
  static readonly layer = Layer.effect(this, make)
}
