import { Clock, Effect, Either } from "effect"
import { newId, newIds } from "../Ids/index.js"
import type { StorageError } from "../Storage/index.js"
import type { CompilerBusy, RenderTemplate } from "../Templates/index.js"
import type { Tenant } from "../Tenants/index.js"
import { secondsToNextMonth } from "../Time/index.js"
import { decode, ValidationFailed } from "../Validation/index.js"
import type { SmtpConfigStore } from "../SmtpConfigs/index.js"
import type { AcceptOutcome, EmailStore } from "./EmailStore.js"
import { MonthlyLimitExceeded } from "./errors.js"
import { checkIdempotencyKey, digestRequest } from "./idempotency.js"
import { prepareSend } from "./prepare.js"
import { SendRequest, type SendResult } from "./SendRequest.js"
import type { WakeUp } from "./WakeUp.js"

export interface EmailsOptions {
  /** Who mail is from when neither the request nor the tenant names a sender: `a@b.c` or `Name <a@b.c>`. */
  readonly from?: string | undefined
  /** Whether senders must be of a domain that the tenant has verified; `any` by default, which is any that no other tenant has verified. */
  readonly senderPolicy?: "any" | "verified" | undefined
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
) => Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded | CompilerBusy | StorageError>

const decodeRequest = decode(SendRequest)

const differs = "The Idempotency-Key was used before with another body. This is the result of that send; nothing of this body was sent."

const senderRefused = {
  owned_by_another: "is of a domain that another account has verified",
  not_verified: "must be of a domain that this account has verified; add it to the sending domains and verify it"
} as const

/** Says what storage decided, in the words of the interface. */
const answer = (
  outcome: AcceptOutcome,
  digest: string | undefined,
  now: number
): Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded> => {
  switch (outcome._tag) {
    case "Accepted":
      return Effect.succeed(outcome.result)
    case "Replayed":
      return Effect.succeed({
        ...outcome.result,
        idempotent_replay: true,
        ...(outcome.body_digest === digest ? {} : { warning: differs })
      })
    case "SenderRefused":
      return ValidationFailed.at("from", senderRefused[outcome.reason])
    case "QuotaExceeded":
      return new MonthlyLimitExceeded({ retryAfterSeconds: secondsToNextMonth(now) })
  }
}

/** What the services have that a send needs. */
interface SendParts {
  readonly store: typeof EmailStore.Service
  readonly wakeUp: typeof WakeUp.Service
  readonly smtpConfigs: typeof SmtpConfigStore.Service
  readonly renderTemplate: RenderTemplate
}

/** What the request's template makes; undefined if it has none. */
const render = ({ renderTemplate }: SendParts, tenant: Tenant, { data = {}, locale, template_id }: SendRequest) =>
  template_id === undefined ? Effect.succeed(undefined) : renderTemplate(tenant.id, { template_id, data, locale })

/** The sender of the tenant's own SMTP server, looked up only where the request names none. */
const smtpFromOf = ({ smtpConfigs }: SendParts, tenant: Tenant, { from }: SendRequest) =>
  from !== undefined ? Effect.succeed(undefined) : Effect.map(smtpConfigs.find(tenant.id), (config) =>
    config === undefined || config.from_email === null ? undefined : { name: config.from_name, address: config.from_email })

export const makeSend = (options: EmailsOptions, parts: SendParts): Send => (tenant, input, sendOptions = {}) =>
  Effect.gen(function*() {
    const { store, wakeUp } = parts
    const request = yield* decodeRequest(input)
    const { idempotencyKey } = sendOptions
    const idempotency = idempotencyKey === undefined
      ? null
      : { key: yield* checkIdempotencyKey(idempotencyKey), body_digest: yield* digestRequest(request) }
    const now = yield* Clock.currentTimeMillis

    // A template may have changed since the key's first use, whose answer counts nevertheless.
    const rendered = yield* Effect.either(render(parts, tenant, request))
    if (Either.isLeft(rendered)) {
      const replay = idempotency === null || rendered.left._tag === "StorageError" ? undefined : yield* store.findReplay(tenant.id, idempotency.key, now)
      return replay === undefined ? yield* rendered.left : yield* answer({ _tag: "Replayed", ...replay }, idempotency?.body_digest, now)
    }
    const prepared = yield* prepareSend(request, {
      tenant,
      rendered: rendered.right,
      defaultFrom: options.from,
      smtpFrom: yield* smtpFromOf(parts, tenant, request),
      senderPolicy: options.senderPolicy ?? "any",
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
