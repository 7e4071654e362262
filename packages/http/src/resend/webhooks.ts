import {
  type CreateWebhookEndpoint,
  type EventType,
  NotFound,
  type UpdateWebhookEndpoint,
  ValidationFailed,
  type WebhookEndpoint
} from "@telemark/contract"
import { resendTypes } from "@telemark/core"
import { Effect } from "effect"
import { type Call, type Carried, type Carrying, needsObject, type Names, present } from "./Call.js"
import { numberToUuid, uuidToNumber } from "./ids.js"
import { pageFrom, pageOf } from "./lists.js"

export const webhookNames: Names = { url: "endpoint", active: "status" }

const known = Object.keys(resendTypes)

/** `email.failed` and `email.suppressed` are one type here, told apart when it is posted. */
const typesOf = (given: unknown): Effect.Effect<unknown, ValidationFailed> => {
  if (!Array.isArray(given)) return Effect.succeed(given)
  const wrong = given.findIndex((one) => typeof one !== "string" || !known.includes(one))
  return wrong === -1
    ? Effect.succeed([...new Set(given.map((one: string) => resendTypes[one]))])
    : ValidationFailed.at(
        `events.${String(wrong)}`,
        `must be an event that Telemark has: ${known.join(", ")}`
      )
}

const theirs = (type: EventType): string => known.find((one) => resendTypes[one] === type) ?? type

const viewOf = ({ active, created_at, events, id, url }: WebhookEndpoint) => ({
  id: numberToUuid(id),
  created_at,
  status: active ? "enabled" : "disabled",
  endpoint: url,
  events: events.map(theirs)
})

const idOf = ({ id }: Call): Effect.Effect<number, NotFound> => {
  const number = uuidToNumber(id)
  return number === undefined ? Effect.fail(new NotFound()) : Effect.succeed(number)
}

export const createWebhook = (call: Call, { endpoints, recorded }: Carrying): Carried =>
  Effect.gen(function* () {
    const { endpoint, events } = yield* needsObject(call.body)
    const given = present({ url: endpoint, events: yield* typesOf(events) })
    const { caller } = call
    const { id, secret } = yield* recorded("webhookEndpoints", "create")(
      caller,
      [given],
      endpoints.createFor("resend", caller.tenant.id, given as unknown as CreateWebhookEndpoint)
    )
    return { object: "webhook", id: numberToUuid(id), signing_secret: secret }
  })

export const listWebhooks = (call: Call, { webhookEndpoints }: Carrying): Carried =>
  Effect.gen(function* () {
    const page = yield* pageOf(call)
    const { data } = yield* webhookEndpoints.list(call.caller)
    return yield* pageFrom(data.map(viewOf), page)
  })

export const getWebhook = (call: Call, { webhookEndpoints }: Carrying): Carried =>
  Effect.gen(function* () {
    const found = yield* webhookEndpoints.get(call.caller, yield* idOf(call))
    return { object: "webhook", ...viewOf(found) }
  })

const activeOf = (status: unknown): Effect.Effect<boolean | undefined, ValidationFailed> =>
  status === undefined || status === "enabled" || status === "disabled"
    ? Effect.succeed(status === undefined ? undefined : status === "enabled")
    : ValidationFailed.at("status", "must be enabled or disabled")

export const updateWebhook = (call: Call, { webhookEndpoints }: Carrying): Carried =>
  Effect.gen(function* () {
    const { endpoint, events, status } = yield* needsObject(call.body)
    const change: UpdateWebhookEndpoint = present({
      url: endpoint,
      events: yield* typesOf(events),
      active: yield* activeOf(status)
    })
    const { id } = yield* webhookEndpoints.update(call.caller, yield* idOf(call), change)
    return { object: "webhook", id: numberToUuid(id) }
  })

export const removeWebhook = (call: Call, { webhookEndpoints }: Carrying): Carried =>
  Effect.gen(function* () {
    const id = yield* idOf(call)
    yield* webhookEndpoints.remove(call.caller, id)
    return { object: "webhook", id: numberToUuid(id), deleted: true }
  })

export const rotateWebhook = (call: Call, { webhookEndpoints }: Carrying): Carried =>
  Effect.gen(function* () {
    const { id, secret } = yield* webhookEndpoints.rotateSecret(call.caller, yield* idOf(call))
    return { object: "webhook", id: numberToUuid(id), signing_secret: secret }
  })
