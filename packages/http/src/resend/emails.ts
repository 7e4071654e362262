import { NotFound, type SendRequest, type SendResult, type StorageError } from "@telemark/contract"
import { type MessagesOfSend, type SendingOptions, uuidOfId } from "@telemark/core"
import { Effect, Result } from "effect"
import { type Call, type Carried, type Carrying, needsObject } from "./Call.js"
import { emailAnswer, listedEmail, suppressedAnswer } from "./emailAnswer.js"
import { type Refused, refused } from "./errors.js"
import { fromUuid, isSuppressedUuid, suppressedUuid } from "./ids.js"
import { listOf, pageAfterOf } from "./lists.js"
import { sendRequestOf } from "./sendRequest.js"

export const otherBody = refused(
  409,
  "invalid_idempotent_request",
  "The Idempotency-Key was used before with another body. Nothing of this body was sent."
)

/** The id of a send is that of its first message. */
export const idOfSend = (
  { queued, warning }: SendResult,
  tenantId: string,
  key: string | undefined
): Effect.Effect<{ readonly id: string }, Refused> => {
  if (warning !== undefined) return Effect.fail(otherBody)
  const [first] = queued
  return Effect.succeed({
    id: first === undefined ? suppressedUuid(tenantId, key) : uuidOfId(first.id)
  })
}

/** A list in `to` is one mail there, which shows all of them. */
export const optionsOf = (call: Call): SendingOptions => ({
  idempotencyKey: call.header("idempotency-key"),
  asOneMail: true
})

export const sendEmail = (call: Call, { service }: Carrying): Carried =>
  Effect.gen(function* () {
    const given = yield* needsObject(call.body)
    const request = yield* Effect.fromResult(sendRequestOf(given))
    const options = optionsOf(call)
    const { tenant } = call.caller
    const result = yield* service.send(tenant, request as unknown as SendRequest, options)
    return yield* idOfSend(result, tenant.id, options.idempotencyKey)
  })

const messagesOf = (
  { caller, id: given }: Call,
  { service }: Carrying
): Effect.Effect<MessagesOfSend, NotFound | StorageError> => {
  const id = fromUuid("em", given)
  if (id === undefined) return Effect.fail(new NotFound())
  return Effect.flatMap(service.sendsOf(caller.tenant.id, [id]), ([messages]) =>
    messages === undefined ? Effect.fail(new NotFound()) : Effect.succeed(messages)
  )
}

export const getEmail = (call: Call, by: Carrying): Carried =>
  isSuppressedUuid(call.caller.tenant.id, call.id)
    ? Effect.succeed(suppressedAnswer(call.id))
    : Effect.gen(function* () {
        const messages = yield* messagesOf(call, by)
        const content = yield* by.emails
          .content(call.caller, messages[0].id)
          .pipe(Effect.catchTag("ContentRemoved", () => Effect.succeed(undefined)))
        return emailAnswer(messages, content)
      })

/** Twice what one send may have: so many messages have the first one of at least one send. */
const mostMessages = 100

/** Each send once, where its first message stands. */
export const listEmails = (call: Call, { emails, service }: Carrying): Carried =>
  Effect.gen(function* () {
    const { after, limit } = yield* pageAfterOf(call)
    const { data, next } = yield* emails.list(call.caller, {
      limit: mostMessages,
      ...(after === undefined ? {} : { after: fromUuid("em", after) ?? after })
    })
    const ids = data.map(({ id }) => id)
    const sends = yield* service.sendsOf(call.caller.tenant.id, ids)
    const byFirst = new Map(sends.map((messages) => [messages[0].id, messages]))
    const listed = ids.flatMap((id) => {
      const messages = byFirst.get(id)
      return messages === undefined ? [] : [messages]
    })
    return listOf(listed.slice(0, limit).map(listedEmail), next !== null || listed.length > limit)
  })

/** Those of its messages that can still be cancelled; the last refusal if there are none. */
export const cancelEmail = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const messages = yield* messagesOf(call, by)
    const outcomes = yield* Effect.forEach(messages, ({ id }) =>
      Effect.result(by.emails.cancel(call.caller, id))
    )
    const [refusal] = outcomes.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
    if (refusal !== undefined && outcomes.every(Result.isFailure))
      return yield* Effect.fail(refusal)
    return { object: "email", id: uuidOfId(messages[0].id) }
  })

const notScheduled = refused(
  422,
  "validation_error",
  "The email isn't scheduled any more, or wasn't: only mail whose time hasn't come can be given another."
)

export const rescheduleEmail = (call: Call, { service }: Carrying): Carried =>
  Effect.gen(function* () {
    const { scheduled_at } = (yield* needsObject(call.body)) as { readonly scheduled_at: string }
    const id = fromUuid("em", call.id)
    if (id === undefined) return yield* new NotFound()
    yield* service
      .reschedule(call.caller.tenant.id, id, { scheduled_at })
      .pipe(Effect.catchTag("NotScheduled", () => Effect.fail(notScheduled)))
    return { object: "email", id: uuidOfId(id) }
  })
