import {
  CreateTopic,
  decode,
  maxLocales,
  mayBeTopic,
  NotFound,
  type StorageError,
  type Success,
  success,
  type Topic,
  TopicExists,
  type TopicList,
  UpdateTopic,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Result } from "effect"
import { changedTopic, newTopic, type TopicRecord, viewOfTopic } from "./Topic.js"
import { TopicStore } from "./TopicStore.js"

export interface TopicsService {
  /** Creates a topic, of which a tenant has 100 at most. */
  readonly create: (
    tenantId: string,
    input: CreateTopic
  ) => Effect.Effect<Topic, TopicExists | ValidationFailed | StorageError>
  /** In the order in which they were created. */
  readonly list: (tenantId: string) => Effect.Effect<TopicList, StorageError>
  /** Changes the given members; null removes the description or a language. */
  readonly update: (
    tenantId: string,
    id: string,
    input: UpdateTopic
  ) => Effect.Effect<Topic, NotFound | ValidationFailed | StorageError>
  /**
   * Removes a topic. Its suppressions stay, and block mail of the topic that was accepted before.
   */
  readonly remove: (tenantId: string, id: string) => Effect.Effect<Success, NotFound | StorageError>
}

const maxTopics = 100

const decodeCreate = decode(CreateTopic)
const decodeUpdate = decode(UpdateTopic)

const withinBounds = (topic: TopicRecord): Result.Result<TopicRecord, ValidationFailed> =>
  Object.keys(topic.translations).length <= maxLocales
    ? Result.succeed(topic)
    : Result.fail(
        ValidationFailed.at(
          "translations",
          `must be at most ${String(maxLocales)} in all, including those that stay`
        )
      )

const existing = (id: string): Effect.Effect<string, NotFound> =>
  mayBeTopic(id) ? Effect.succeed(id) : new NotFound()

const make: Effect.Effect<TopicsService, never, TopicStore> = Effect.map(TopicStore, (store) => ({
  create: (tenantId, input) =>
    Effect.gen(function* () {
      const given = yield* Effect.fromResult(decodeCreate(input))
      const topic = newTopic(tenantId, given, yield* Clock.currentTimeMillis)
      const outcome = yield* store.insert(topic, maxTopics)
      if (outcome === "exists") return yield* new TopicExists()
      if (outcome === "full")
        return yield* ValidationFailed.at(
          "body",
          `can't be added: there are ${String(maxTopics)} topics already. Remove one first.`
        )
      return viewOfTopic(topic)
    }),

  list: (tenantId) =>
    Effect.map(store.list(tenantId), (topics) => ({ data: topics.map(viewOfTopic) })),

  update: (tenantId, id, input) =>
    Effect.gen(function* () {
      const changes = yield* Effect.fromResult(decodeUpdate(input))
      const changed = yield* store.update(tenantId, yield* existing(id), (topic) =>
        withinBounds(changedTopic(topic, changes))
      )
      return changed === undefined
        ? yield* new NotFound()
        : viewOfTopic(yield* Effect.fromResult(changed))
    }),

  remove: (tenantId, id) =>
    Effect.gen(function* () {
      if (!(yield* store.remove(tenantId, yield* existing(id)))) return yield* new NotFound()
      return success
    })
}))

/** Topics: kinds of a tenant's mail that recipients can unsubscribe from by themselves. */
export class Topics extends Context.Service<Topics, TopicsService>()("@telemark/core/Topics") {
  static readonly layer = Layer.effect(this, make)
}
