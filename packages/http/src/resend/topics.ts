import { NotFound, type OperationError, type Topic, ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import { type Call, type Carried, type Carrying, needsObject, present } from "./Call.js"

const viewOf = ({ created_at, description, id, name }: Topic) => ({
  id,
  name,
  ...(description === null ? {} : { description }),
  // Recipients get a topic's mail until they unsubscribe from it.
  default_subscription: "opt_in",
  created_at
})

const find = ({ caller, id }: Call, { topics }: Carrying): Effect.Effect<Topic, OperationError> =>
  Effect.flatMap(topics.list(caller), ({ data }) => {
    const found = data.find((topic) => topic.id === id)
    return found === undefined ? Effect.fail(new NotFound()) : Effect.succeed(found)
  })

export const createTopic = (call: Call, { topics }: Carrying): Carried =>
  Effect.gen(function* () {
    const { default_subscription, description, name } = yield* needsObject(call.body)
    if (default_subscription !== undefined && default_subscription !== "opt_in")
      return yield* ValidationFailed.at(
        "default_subscription",
        "must be opt_in: recipients get a topic's mail until they unsubscribe from it"
      )
    const { id } = yield* topics.create(
      call.caller,
      present({ id: globalThis.crypto.randomUUID(), name, description }) as unknown as {
        readonly id: string
        readonly name: string
      }
    )
    return { object: "topic", id }
  })

export const listTopics = (call: Call, { topics }: Carrying): Carried =>
  Effect.map(topics.list(call.caller), ({ data }) => ({
    object: "list",
    has_more: false,
    data: data.map(viewOf)
  }))

export const getTopic = (call: Call, by: Carrying): Carried =>
  Effect.map(find(call, by), (topic) => ({ object: "topic", ...viewOf(topic) }))

export const updateTopic = (call: Call, { topics }: Carrying): Carried =>
  Effect.gen(function* () {
    const { description, name } = yield* needsObject(call.body)
    const { id } = yield* topics.update(call.caller, call.id, present({ name, description }))
    return { object: "topic", id }
  })

export const removeTopic = (call: Call, { topics }: Carrying): Carried =>
  Effect.as(topics.remove(call.caller, call.id), { object: "topic", id: call.id, deleted: true })
