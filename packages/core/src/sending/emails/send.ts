// Hot path (docs/hot-paths.md): a send without look-ups is prepared in one go, 90 effects instead of 173.
// A send from its request to the decision: each step works with what those before it found.
import {
  type CompilerBusy,
  decode,
  type Mailbox,
  type MonthlyLimitExceeded,
  SendingPaused,
  type SendOptions,
  SendRequest,
  type SendResult,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import * as Direct from "../../kernel/direct.js"
import { makeIds, type NewIds } from "../../kernel/ids.js"
import { inTimeSlices, type Steps } from "../../kernel/timeSlices.js"
import { readAttachments } from "../attachments/readAttachments.js"
import type { FindSmtpConfig } from "../smtpConfigs/smtpConfigTable.js"
import type { RenderShare } from "../templates/TemplateEngine.js"
import type { RenderTemplate } from "../templates/renderTemplate.js"
import { withoutValueRefusal } from "../templates/templateWarnings.js"
import { answerOf, type PreparedSend, type SqlSendLease } from "./PreparedSend.js"
import { recipientRefusal } from "./allowedRecipients.js"
import type { AcceptSend } from "./acceptSends.js"
import type { EmailQueries } from "./emailQueries.js"
import { checkIdempotencyKey, digestRequest } from "./idempotency.js"
import { fileOfRaw, readRaw } from "./rawMail.js"
import { type PrepareContext, prepareSend } from "./prepare.js"
import { uniqueRecipients } from "./recipients.js"
import type { makeUnsignedWarning, SenderOptions, SigningOptions } from "./senderRules.js"
import { unknownMemberWarnings, withUnknownMembers } from "./unknownMembers.js"

export interface EmailsOptions extends SenderOptions, SigningOptions {
  /** Monthly recipient limit of tenants that set no `monthly_limit`; none by default. */
  readonly monthlyLimit?: number | undefined
  /**
   * What addresses of this service in mail begin with. Without it, mail carries none, and sends
   * that ask for one or to be tracked are warned.
   */
  readonly linkUrl?: string | undefined
}

/** Why a send wasn't accepted. */
export type SendError =
  | ValidationFailed
  | SendingPaused
  | MonthlyLimitExceeded
  | CompilerBusy
  | StorageError

export interface SendingOptions extends SendOptions {
  /** Several in `to` get the same mail, which shows all of them; by default one each. */
  readonly asOneMail?: boolean | undefined
  readonly sqlSend?: SqlSendLease | undefined
}

export type Send = (
  tenant: Tenant,
  request: SendRequest,
  options?: SendingOptions
) => Effect.Effect<SendResult, SendError>

const decodeSend = decode(SendRequest)

export interface SendParts {
  readonly accept: AcceptSend
  readonly findReplay: EmailQueries["findReplay"]
  /** Wakes workers. */
  readonly wakeUp: Effect.Effect<void>
  readonly findSmtpConfig: FindSmtpConfig
  readonly renderTemplate: RenderTemplate
  readonly unsignedWarning: Effect.Success<ReturnType<typeof makeUnsignedWarning>>
}

const render = (
  { renderTemplate }: SendParts,
  { share, tenant }: Circumstances,
  { data = {}, locale, missing = tenant.missing, template_id }: SendRequest
) =>
  template_id === undefined
    ? Effect.succeed(undefined)
    : Effect.flatMap(renderTemplate(tenant.id, { template_id, data, locale, share }), (rendered) =>
        missing === "refuse" && rendered.lacking.length > 0
          ? withoutValueRefusal(rendered.lacking)
          : Effect.succeed(rendered)
      )

export const smtpFromOf = (
  { findSmtpConfig }: SendParts,
  tenant: Tenant
): Effect.Effect<Mailbox | undefined, StorageError> =>
  // Suspended, since building the statement costs more than most sends need of it.
  Effect.map(
    Effect.suspend(() => findSmtpConfig(tenant.id)),
    (config) =>
      config === undefined || config.from_email === null
        ? undefined
        : { name: config.from_name, address: config.from_email }
  )

interface Circumstances {
  readonly tenant: Tenant
  /** Evaluated only if the request names no sender. */
  readonly smtpFrom: Effect.Effect<Mailbox | undefined, StorageError>
  readonly key: string | undefined
  readonly asOneMail?: boolean | undefined
  readonly sqlSend?: SqlSendLease | undefined
  /** The template budget of one of several sends. */
  readonly share?: RenderShare | undefined
}

/** Runs in its own time slice: a batch of large sends is much to check. */
const checked = <A, E>(check: () => Result.Result<A, E>): Effect.Effect<A, E> =>
  Direct.flatMap(
    inTimeSlices(function* (): Steps<Result.Result<A, E>> {
      return check()
    }),
    Effect.fromResult
  )

/** A prepared send: only the decision and the write remain, which wait for nothing but storage. */
export type PreparedSending = Effect.Effect<
  SendResult,
  ValidationFailed | MonthlyLimitExceeded | StorageError
>

/** What a send needs beside its request. */
type Needed = Pick<PrepareContext, "rendered" | "attachments" | "smtpFrom" | "idempotency" | "raw">

const nothing: Needed = {
  rendered: undefined,
  attachments: [],
  smtpFrom: undefined,
  idempotency: null,
  raw: undefined
}

/** Most sends of an application need nothing else, and are checked and prepared in one go. */
const needsNothing = (
  { attachments = [], from, template_id }: SendRequest,
  { key, tenant }: Circumstances
): boolean =>
  from !== undefined &&
  attachments.length === 0 &&
  template_id === undefined &&
  key === undefined &&
  tenant.paused === undefined

type Prepared = Omit<PreparedSend, "unsigned_warning">

/** Without fibers, the sends of a batch signal once, and are answered meanwhile. */
export const makeSharedSignal = (signal: Effect.Effect<void>): Effect.Effect<void> => {
  let isDue = false
  return Direct.byCallback(
    () => signal,
    (resume, context) => {
      if (!isDue) {
        isDue = true
        queueMicrotask(() => {
          isDue = false
          Effect.runForkWith(context)(signal)
        })
      }
      resume(Effect.void)
    }
  )
}

/** Looks up what warns of unsigned mail, and makes the effect that accepts the send. */
export const makeAcceptPrepared =
  ({ accept, unsignedWarning, wakeUp }: SendParts) =>
  (send: Prepared): Effect.Effect<PreparedSending> =>
    Direct.map(unsignedWarning(send.sender.address), (unsigned_warning) =>
      Direct.flatMap(accept({ ...send, unsigned_warning }), (outcome) => {
        const answered = answerOf(outcome, send.idempotency?.body_digest, send.created_at)
        const isWaiting =
          outcome._tag === "Accepted" &&
          outcome.result.queued.length > 0 &&
          outcome.isTaken !== true
        return isWaiting ? Direct.flatMap(wakeUp, () => answered) : answered
      })
    )

export const makePrepare = (options: EmailsOptions, parts: SendParts) => {
  const acceptPrepared = makeAcceptPrepared(parts)
  const {
    from: defaultFrom,
    linkUrl,
    monthlyLimit: defaultMonthlyLimit,
    senderPolicy = "any"
  } = options

  const prepared = (
    input: unknown,
    request: SendRequest,
    { asOneMail, sqlSend, tenant }: Circumstances,
    ids: NewIds,
    needed: Needed
  ): Result.Result<Prepared, ValidationFailed> => {
    const recipients = uniqueRecipients(request)
    const refusal = recipientRefusal(tenant, recipients)
    if (refusal !== undefined) return Result.fail(refusal)
    return prepareSend(request, {
      tenant,
      ...needed,
      recipients,
      asOneMail,
      sqlSend,
      defaultFrom,
      senderPolicy,
      defaultMonthlyLimit,
      hasLinks: linkUrl !== undefined,
      now: ids.now,
      bodyId: ids.one("body"),
      emailIds: ids.many("em", recipients.length),
      warnings: unknownMemberWarnings(input)
    })
  }

  const withNeeds = (
    input: unknown,
    request: SendRequest,
    circumstances: Circumstances,
    ids: NewIds
  ): Effect.Effect<PreparedSending, SendError> =>
    Effect.gen(function* () {
      const { key, smtpFrom, tenant } = circumstances
      const raw = request.raw === undefined ? undefined : yield* readRaw(request.raw)
      const attachments =
        raw === undefined ? yield* readAttachments(request.attachments) : [fileOfRaw(raw)]
      const idempotency =
        key === undefined
          ? null
          : { key, body_digest: yield* digestRequest({ ...request, raw: undefined }, attachments) }

      // What was accepted under the key before was accepted, whatever has changed since: the
      // template, or that the tenant may send.
      const replayOr = (
        refusal: Effect.Effect<never, SendError>
      ): Effect.Effect<PreparedSending, SendError> =>
        idempotency === null
          ? refusal
          : Effect.flatMap(parts.findReplay(tenant.id, idempotency.key, ids.now), (replay) =>
              replay === undefined
                ? refusal
                : Effect.succeed(
                    answerOf({ _tag: "Replayed", ...replay }, idempotency.body_digest, ids.now)
                  )
            )

      if (tenant.paused !== undefined)
        return yield* replayOr(new SendingPaused({ reason: tenant.paused.reason }))
      const rendered = yield* Effect.result(render(parts, circumstances, request))
      if (Result.isFailure(rendered))
        return yield* rendered.failure._tag === "StorageError"
          ? rendered.failure
          : replayOr(rendered.failure)
      const needed = {
        rendered: rendered.success,
        attachments,
        smtpFrom: request.from === undefined && raw === undefined ? yield* smtpFrom : undefined,
        idempotency,
        raw
      }
      return yield* acceptPrepared(
        yield* checked(() => prepared(input, request, circumstances, ids, needed))
      )
    })

  return (
    input: unknown,
    circumstances: Circumstances
  ): Effect.Effect<PreparedSending, SendError> =>
    Direct.flatMap(makeIds, (ids) =>
      Direct.flatMap(
        checked(() =>
          decodeSend(input).pipe(
            Result.mapError((failed) => withUnknownMembers(failed, input)),
            Result.flatMap((request) =>
              needsNothing(request, circumstances)
                ? Result.map(prepared(input, request, circumstances, ids, nothing), acceptPrepared)
                : Result.succeed(withNeeds(input, request, circumstances, ids))
            )
          )
        ),
        (sending) => sending
      )
    )
}

/** Prepares a send; run the resulting effect once to accept it. */
export type PrepareSend = (
  tenant: Tenant,
  request: SendRequest,
  options?: SendingOptions
) => Effect.Effect<PreparedSending, SendError>

export const makePrepareSend = (options: EmailsOptions, parts: SendParts): PrepareSend => {
  const prepare = makePrepare(options, parts)
  return (tenant, request, { idempotencyKey, ...options } = {}) => {
    const prepareWith = (key: string | undefined) =>
      prepare(request, { tenant, smtpFrom: smtpFromOf(parts, tenant), key, ...options })
    return idempotencyKey === undefined
      ? prepareWith(undefined)
      : Effect.flatMap(checkIdempotencyKey(idempotencyKey), prepareWith)
  }
}
