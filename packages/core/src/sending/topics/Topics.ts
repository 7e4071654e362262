import {
  CreateTopic,
  decode,
  mayBeTopic,
  NotFound,
  success,
  TopicExists,
  UpdateTopic,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
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
        if (outcome === "full")
          return yield* ValidationFailed.at(
            "body",
            `can't be added: there are ${String(maxTopics)} topics already. Remove one first.`
          )
        return viewOfTopic(topic)
      }),

    list: (tenantId) =>
      Effect.map(stored(topics.list(tenantId)), (found) => ({ data: found.map(viewOfTopic) })),

    update: (tenantId, id, input) =>
      Effect.gen(function* () {
        const changes = yield* Effect.fromResult(decodeUpdate(input))
        const known = yield* existing(id)
        const changed = yield* write(
          Effect.gen(function* () {
            const found = yield* topics.findLocked(tenantId, known)
            if (found === undefined) return undefined
            const result = changedTopic(found, changes)
            if (Result.isSuccess(result)) yield* topics.update(result.success)
            return result
          })
        )
        return changed === undefined
          ? yield* new NotFound()
          : viewOfTopic(yield* Effect.fromResult(changed))
      }),

    remove: (tenantId, id) =>
      Effect.gen(function* () {
        if (!(yield* stored(topics.remove(tenantId, yield* existing(id)))))
          return yield* new NotFound()
        return success
      })
  }
  return service
})

/** Kinds of a tenant's mail that recipients can unsubscribe from by themselves. */
export class Topics extends Context.Service<Topics, TopicsService>()("@telemark/core/Topics") {
  static readonly layer = Layer.effect(this, make)
}
