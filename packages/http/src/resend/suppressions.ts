import {
  foldAddress,
  isAddress,
  NotFound,
  type OperationError,
  type Suppression,
  type SuppressionCheck,
  ValidationFailed
} from "@telemark/contract"
import { afterSuppression } from "@telemark/core"
import { Effect } from "effect"
import { type Call, type Carried, type Carrying, needsObject, type Names } from "./Call.js"
import { refused } from "./errors.js"
import { listOf, pageAfterOf } from "./lists.js"

// The address is the id: an address doesn't fit into a UUID, and their client takes either.

export const suppressionNames: Names = { email_address: "email", reason: "origin" }

const maxBatch = 100

const origins = ["bounce", "complaint", "manual"] as const

/** Reasons of ours that they don't know, such as `unsubscribe`, were given by somebody. */
const originOf = (reason: string): (typeof origins)[number] =>
  origins.find((origin) => origin === reason) ?? "manual"

const viewOf = (email: string, reason: string, created_at: string) => ({
  id: foldAddress(email),
  email,
  origin: originOf(reason),
  source_id: null,
  created_at
})

const added = (email: string) => ({ object: "suppression", id: foldAddress(email) })

const checked = (
  { caller }: Call,
  { suppressions }: Carrying,
  email: string
): Effect.Effect<SuppressionCheck, OperationError> =>
  isAddress(email)
    ? Effect.flatMap(suppressions.check(caller, email), (found) =>
        found.suppressed ? Effect.succeed(found) : Effect.fail(new NotFound())
      )
    : Effect.fail(new NotFound())

export const addSuppression = (call: Call, { suppressions }: Carrying): Carried =>
  Effect.gen(function* () {
    const { email } = (yield* needsObject(call.body)) as { readonly email: string }
    yield* suppressions.add(call.caller, { email_address: email })
    return added(email)
  })

export const getSuppression = (call: Call, by: Carrying): Carried =>
  Effect.map(checked(call, by, call.id), ({ reason, since }) => ({
    object: "suppression",
    ...viewOf(call.id, reason, since)
  }))

export const listSuppressions = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const { after, limit } = yield* pageAfterOf(call)
    const reason = call.query.get("origin") ?? undefined
    const behind =
      after === undefined
        ? undefined
        : yield* Effect.map(checked(call, by, after), ({ since }) =>
            afterSuppression(after, Date.parse(since))
          ).pipe(
            Effect.catchTag("NotFound", () =>
              ValidationFailed.at("after", "must be the id of an address that is suppressed")
            )
          )
    const { data, next } = yield* by.suppressions.list(call.caller, {
      limit,
      ...(behind === undefined ? {} : { after: behind }),
      ...(reason === undefined ? {} : { reason })
    })
    // Of single topics they know nothing.
    const whole = data.filter(({ topic }: Suppression) => topic === null)
    return listOf(
      whole.map(({ added_at, email_address, reason }) => viewOf(email_address, reason, added_at)),
      next !== null
    )
  })

const removed = (id: string, deleted: boolean) => ({ object: "suppression", id, deleted })

export const removeSuppression = ({ caller, id }: Call, { suppressions }: Carrying): Carried =>
  isAddress(id)
    ? Effect.as(suppressions.remove(caller, id), removed(foldAddress(id), true))
    : Effect.fail(new NotFound())

const addressesOf = (given: unknown, member: string) => {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxBatch)
    return Effect.fail(
      refused(
        422,
        "validation_error",
        `${member} must be a list of 1 to ${String(maxBatch)} addresses.`
      )
    )
  const wrong = given.findIndex((one) => typeof one !== "string" || !isAddress(one))
  return wrong === -1
    ? Effect.succeed(given as ReadonlyArray<string>)
    : ValidationFailed.at(
        `${member}.${String(wrong)}`,
        "must be an email address such as ada@example.com"
      )
}

export const addSuppressions = (call: Call, { suppressions }: Carrying): Carried =>
  Effect.gen(function* () {
    const { emails } = yield* needsObject(call.body)
    const addresses = yield* addressesOf(emails, "emails")
    yield* suppressions.import(call.caller, {
      suppressions: addresses.map((email_address) => ({ email_address }))
    })
    return { data: addresses.map(added) }
  })

export const removeSuppressions = (call: Call, { suppressions }: Carrying): Carried =>
  Effect.gen(function* () {
    const { emails, ids } = yield* needsObject(call.body)
    const addresses = yield* addressesOf(emails ?? ids, emails === undefined ? "ids" : "emails")
    const data = yield* Effect.forEach(addresses, (address) =>
      suppressions.remove(call.caller, address).pipe(
        Effect.as(true),
        Effect.catchTag("NotFound", () => Effect.succeed(false)),
        Effect.map((deleted) => removed(foldAddress(address), deleted))
      )
    )
    return { data }
  })
