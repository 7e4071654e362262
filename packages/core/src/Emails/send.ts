import { Clock, Effect } from "effect"
import { newId, newIds } from "../Ids/index.js"
import type { StorageError } from "../Storage/index.js"
import type { Tenant } from "../Tenants/index.js"
import { secondsToNextMonth } from "../Time/index.js"
import { decode, type ValidationFailed } from "../Validation/index.js"
import type { AcceptOutcome, EmailStore } from "./EmailStore.js"
import { MonthlyLimitExceeded } from "./errors.js"
import { checkIdempotencyKey, digestRequest } from "./idempotency.js"
import { prepareSend } from "./prepare.js"
import { SendRequest, type SendResult } from "./SendRequest.js"
import type { WakeUp } from "./WakeUp.js"

export interface EmailsOptions {
  /** Who mail is from when neither the request nor the tenant names a sender: `a@b.c` or `Name <a@b.c>`. */
  readonly from?: string | undefined
  /** Recipients a month of tenants that have no limit of their own; none by default. */
  readonly monthlyLimit?: number | undefined
}

export interface SendOptions {
  /** Within 24 h, a repeated key answers with the first result and sends nothing; 1 to 255 characters. */
  readonly idempotencyKey?: string | undefined
}

export type Send = (
  tenant: Tenant,
  request: SendRequest,
  options?: SendOptions
) => Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded | StorageError>

const decodeRequest = decode(SendRequest)

const differs = "The Idempotency-Key was used before with another body. This is the result of that send; nothing of this body was sent."

/** Says what storage decided, in the words of the interface. */
const answer = (outcome: AcceptOutcome, digest: string | undefined, now: number): Effect.Effect<SendResult, MonthlyLimitExceeded> => {
  switch (outcome._tag) {
    case "Accepted":
      return Effect.succeed(outcome.result)
    case "Replayed":
      return Effect.succeed({
        ...outcome.result,
        idempotent_replay: true,
        ...(outcome.body_digest === digest ? {} : { warning: differs })
      })
    case "QuotaExceeded":
      return new MonthlyLimitExceeded({ retryAfterSeconds: secondsToNextMonth(now) })
  }
}

export const makeSend = (options: EmailsOptions, store: typeof EmailStore.Service, wakeUp: typeof WakeUp.Service): Send =>
(tenant, input, sendOptions = {}) =>
  Effect.gen(function*() {
    const request = yield* decodeRequest(input)
    const { idempotencyKey } = sendOptions
    const idempotency = idempotencyKey === undefined
      ? null
      : { key: yield* checkIdempotencyKey(idempotencyKey), body_digest: yield* digestRequest(request) }
    const now = yield* Clock.currentTimeMillis
    const prepared = yield* prepareSend(request, {
      tenant,
      defaultFrom: options.from,
      defaultMonthlyLimit: options.monthlyLimit,
      now,
      bodyId: yield* newId("body"),
      emailIds: yield* newIds("em", typeof request.to === "string" ? 1 : request.to.length),
      idempotency
    })
    const outcome = yield* store.accept(prepared)
    if (outcome._tag === "Accepted" && outcome.result.queued.length > 0) yield* wakeUp.signal
    return yield* answer(outcome, idempotency?.body_digest, now)
  })
