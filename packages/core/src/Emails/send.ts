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
  /** Who mail is from when neither the request nor the tenant names a sender: `a@b.c` or `Name <a@b.c>`. */
  readonly from?: string | undefined
  /** Whether senders must be of a domain that the tenant has verified; `any` by default, which is any that no other tenant has verified. */
  readonly senderPolicy?: "any" | "verified" | undefined
  /** Recipients a month of tenants that have no limit of their own; none by default. */
  readonly monthlyLimit?: number | undefined
}

/** Why a send was refused, or wasn't accepted. */
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
export interface SendParts {
  readonly store: typeof EmailStore.Service
  readonly wakeUp: typeof WakeUp.Service
  readonly smtpConfigs: typeof SmtpConfigStore.Service
  readonly renderTemplate: RenderTemplate
  readonly unsignedWarning: ReturnType<typeof makeUnsignedWarning>
}

/** What the request's template makes; undefined if it has none. */
const render = ({ renderTemplate }: SendParts, { share, tenant }: Circumstances, { data = {}, locale, template_id }: SendRequest) =>
  template_id === undefined ? Effect.succeed(undefined) : renderTemplate(tenant.id, { template_id, data, locale, share })

/** The sender of the tenant's own SMTP server; undefined if it has none. */
export const smtpFromOf = ({ smtpConfigs }: SendParts, tenant: Tenant): Effect.Effect<Mailbox | undefined, StorageError> =>
  Effect.map(smtpConfigs.find(tenant.id), (config) =>
    config === undefined || config.from_email === null ? undefined : { name: config.from_name, address: config.from_email })

/** What a send has beside its request. */
interface Circumstances {
  readonly tenant: Tenant
  /** Looked up only where the request names no sender. */
  readonly smtpFrom: Effect.Effect<Mailbox | undefined, StorageError>
  readonly key: string | undefined
  /** What its template may take, if it is one of several sends. */
  readonly share?: RenderShare | undefined
}

/** In a time slice of its own: a batch of large sends is much to check. */
const checked = <A, E>(check: () => Either.Either<A, E>): Effect.Effect<A, E> =>
  Effect.flatten(inTimeSlices(function*(): Steps<Either.Either<A, E>> {
    return check()
  }))

/** A send for which all has been looked up and made; what is left is to decide on it and to write it, which waits for nothing but storage. */
export type PreparedSending = Effect.Effect<SendResult, ValidationFailed | MonthlyLimitExceeded | StorageError>

/** How a send is made ready to be accepted, whatever its request is. */
export const makePrepare = (options: EmailsOptions, parts: SendParts) =>
  (input: unknown, circumstances: Circumstances): Effect.Effect<PreparedSending, SendError> =>
    Effect.gen(function*() {
      const { store, wakeUp } = parts
      const { key, smtpFrom, tenant } = circumstances
      const request = yield* checked(() => decodeRequest(input))
      const attachments = yield* readAttachments(request.attachments)
      const idempotency = key === undefined ? null : { key, body_digest: yield* digestRequest(request, attachments) }
      const now = yield* Clock.currentTimeMillis

      // A template may have changed since the key's first use, whose answer counts nevertheless.
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

/** Makes a send ready, and with it says how to make it later: once. */
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
