import {
  type CompilerBusy, decode, type Mailbox, MonthlyLimitExceeded, secondsToNextMonth, type SendOptions, SendRequest, type SendResult,
  type StorageError, ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Either } from "effect"
import { newId, newIds } from "../Ids/index.js"
import type { SmtpConfigStore } from "../SmtpConfigs/index.js"
import type { RenderShare, RenderTemplate } from "../Templates/index.js"
import type { Tenant } from "../Tenants/index.js"
import { inTimeSlices, type Steps } from "../TimeSlices/index.js"
import { readAttachments } from "./attachments.js"
import type { AcceptOutcome, EmailStore } from "./EmailStore.js"
import { checkIdempotencyKey, digestRequest } from "./idempotency.js"
import { type PrepareContext, prepareSend } from "./prepare.js"
import { uniqueRecipients } from "./recipients.js"
import type { makeUnsignedWarning, SigningOptions } from "./unsigned.js"
import { unknownMemberWarnings, withUnknownMembers } from "./unknownMembers.js"
import type { WakeUp } from "./WakeUp.js"

export interface EmailsOptions extends SigningOptions {
  /** The sender if neither the request nor the tenant names one: `a@b.c` or `Name <a@b.c>`. */
  readonly from?: string | undefined
  /** `verified`: the tenant must have verified the sender's domain. `any` (the default): no other tenant may have. */
  readonly senderPolicy?: "any" | "verified" | undefined
  /** Monthly recipient limit of tenants that set no `monthly_limit`; none by default. */
  readonly monthlyLimit?: number | undefined
}

/** Why a send wasn't accepted. */
export type SendError = ValidationFailed | MonthlyLimitExceeded | CompilerBusy | StorageError

export type Send = (tenant: Tenant, request: SendRequest, options?: SendOptions) => Effect.Effect<SendResult, SendError>

const decodeSend = decode(SendRequest)

const decodeRequest = (input: unknown): Either.Either<SendRequest, ValidationFailed> =>
  Either.mapLeft(decodeSend(input), (failed) => withUnknownMembers(failed, input))

const differs = "The Idempotency-Key was used before with another body. This is the result of that send; nothing of this body was sent."

const senderRefused = {
  owned_by_another: "is of a domain that another account has verified",
  not_verified: "must be of a domain that this account has verified; add it to the sending domains and verify it"
} as const

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

export interface SendParts {
  readonly store: typeof EmailStore.Service
  readonly wakeUp: typeof WakeUp.Service
  readonly smtpConfigs: typeof SmtpConfigStore.Service
  readonly renderTemplate: RenderTemplate
  readonly unsignedWarning: ReturnType<typeof makeUnsignedWarning>
}

const render = ({ renderTemplate }: SendParts, { share, tenant }: Circumstances, { data = {}, locale, template_id }: SendRequest) =>
  template_id === undefined ? Effect.succeed(undefined) : renderTemplate(tenant.id, { template_id, data, locale, share })

export const smtpFromOf = ({ smtpConfigs }: SendParts, tenant: Tenant): Effect.Effect<Mailbox | undefined, StorageError> =>
  Effect.map(smtpConfigs.find(tenant.id), (config) =>
    config === undefined || config.from_email === null ? undefined : { name: config.from_name, address: config.from_email })

interface Circumstances {
  readonly tenant: Tenant
  /** Evaluated only if the request names no sender. */
  readonly smtpFrom: Effect.Effect<Mailbox | undefined, StorageError>
  readonly key: string | undefined
  /** The template budget of one of several sends. */
  readonly share?: RenderShare | undefined
}

/** Runs in its own time slice: a batch of large sends is much to check. */
const checked = <A, E>(check: () => Either.Either<A, E>): Effect.Effect<A, E> =>
  Effect.flatten(inTimeSlices(function*(): Steps<Either.Either<A, E>> {
    return check()
  }))

/** A prepared send: only the decision and the write remain, which wait for nothing but storage. */
export type PreparedSending = Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded | StorageError>

export const makePrepare = (options: EmailsOptions, parts: SendParts) =>
  (input: unknown, circumstances: Circumstances): Effect.Effect<PreparedSending, SendError> =>
    Effect.gen(function*() {
      const { store, wakeUp } = parts
      const { key, smtpFrom, tenant } = circumstances
      const request = yield* checked(() => decodeRequest(input))
      const attachments = yield* readAttachments(request.attachments)
      const idempotency = key === undefined ? null : { key, body_digest: yield* digestRequest(request, attachments) }
      const now = yield* Clock.currentTimeMillis

      // The template may have changed since the first use of the key, whose result still counts.
      const rendered = yield* Effect.either(render(parts, circumstances, request))
      if (Either.isLeft(rendered)) {
        const replay = idempotency === null || rendered.left._tag === "StorageError" ? undefined : yield* store.findReplay(tenant.id, idempotency.key, now)
        return replay === undefined ? yield* rendered.left : answer({ _tag: "Replayed", ...replay }, idempotency?.body_digest, now)
      }
      const recipients = uniqueRecipients(request)
      const context = {
        tenant,
        rendered: rendered.right,
        attachments,
        recipients,
        defaultFrom: options.from,
        smtpFrom: request.from === undefined ? yield* smtpFrom : undefined,
        senderPolicy: options.senderPolicy ?? "any",
        defaultMonthlyLimit: options.monthlyLimit,
        now,
        bodyId: yield* newId("body"),
        emailIds: yield* newIds("em", recipients.length),
        idempotency,
        warnings: unknownMemberWarnings(input)
      } satisfies PrepareContext
      const send = yield* checked(() => prepareSend(request, context))
      const prepared = { ...send, unsigned_warning: yield* parts.unsignedWarning(send.sender.address) }
      return Effect.flatMap(store.accept(prepared), (outcome) => {
        const answered = answer(outcome, idempotency?.body_digest, now)
        const isWaiting = outcome._tag === "Accepted" && outcome.result.queued.length > 0 && outcome.isTaken !== true
        return isWaiting ? Effect.zipRight(wakeUp.signal, answered) : answered
      })
    })

/** Prepares a send; run the resulting effect once to accept it. */
export type PrepareSend = (tenant: Tenant, request: SendRequest, options?: SendOptions) => Effect.Effect<PreparedSending, SendError>

export const makePrepareSend = (options: EmailsOptions, parts: SendParts): PrepareSend => {
  const prepare = makePrepare(options, parts)
  return (tenant, request, { idempotencyKey } = {}) =>
    Effect.flatMap(
      idempotencyKey === undefined ? Effect.succeed(undefined) : checkIdempotencyKey(idempotencyKey),
      (key) => prepare(request, { tenant, smtpFrom: smtpFromOf(parts, tenant), key })
    )
}

export const makeSend = (prepare: PrepareSend): Send => (tenant, request, options) => Effect.flatten(prepare(tenant, request, options))
