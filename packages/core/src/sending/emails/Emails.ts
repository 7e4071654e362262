import {
  decode,
  type Email,
  InstantText,
  NotCancellable,
  NotFound,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Data, Effect, Layer, Schema } from "effect"
import type { Database } from "../../database/Database.js"
import { Transactions } from "../../database/transactions/Transactions.js"
import { nextAttemptAt } from "../../delivery/backOffs/BackOff.js"
import { makeFindBackOff } from "../../delivery/backOffs/backOffTable.js"
import { WakeUp } from "../../delivery/message/WakeUp.js"
import { NewEvents } from "../../events/log/NewEvents.js"
import * as Direct from "../../kernel/direct.js"
import { isId, newId } from "../../kernel/ids.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { makeStoredFiles } from "../attachments/attachmentTable.js"
import { makePseudonyms } from "../people/pseudonyms.js"
import { makeFindSmtpConfig } from "../smtpConfigs/smtpConfigTable.js"
import type { TemplateEngine } from "../templates/TemplateEngine.js"
import { makeRenderTemplate } from "../templates/renderTemplate.js"
import { whole } from "./Email.js"
import { AroundAccept } from "./acceptSends.js"
import { observed } from "./observeAccepted.js"
import { emailQueries } from "./emailQueries.js"
import { makeExportEmails, makeListEmails } from "./listEmails.js"
import { scheduleOf } from "./prepare.js"
import { makeResend, type Resend } from "./resend.js"
import {
  type EmailsOptions,
  makePrepareSend,
  makeSharedSignal,
  type PrepareSend,
  type Send
} from "./send.js"
import { makeSendBatch, type SendBatchEntries, type SendTogether } from "./sendBatch.js"
import { makeUnsignedWarning } from "./senderRules.js"

/** Its time has come, or it wasn't scheduled. Nothing was changed. */
export class NotScheduled extends Data.TaggedError("NotScheduled")<{}> {}

const decodeReschedule = decode(Schema.Struct({ scheduled_at: InstantText }))

/** In the order of its recipients. */
export type MessagesOfSend = readonly [Email, ...Array<Email>]

interface EmailsService extends OperationsFor<
  string,
  "emails",
  "cancel" | "export" | "get" | "list"
> {
  /**
   * Accepts a send. Once it succeeds, the messages are on disk and will be delivered or explained.
   */
  readonly send: Send
  /** Prepares a send; nothing is accepted until you run the resulting effect, once. */
  readonly prepare: PrepareSend
  /**
   * Accepts many sends independently: a refused one doesn't affect the others. Fails only if the
   * list is invalid.
   */
  readonly sendBatch: SendBatchEntries
  /** Sends all or none, as far as the requests say: fails with the first that can't be sent. */
  readonly sendTogether: SendTogether
  readonly resend: Resend
  /** Gives a scheduled send another time, whichever of its messages is named. */
  readonly reschedule: (
    tenantId: string,
    id: string,
    request: { readonly scheduled_at: string }
  ) => Effect.Effect<void, NotFound | NotScheduled | ValidationFailed | StorageError>
  /** The sends that these messages belong to, oldest first. Unknown messages are left out. */
  readonly sendsOf: (
    tenantId: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<MessagesOfSend>, StorageError>
}

const make = (options: EmailsOptions) =>
  Effect.gen(function* () {
    const {
      accept,
      cancel: cancelEmail,
      find,
      findAccepted,
      findReplay,
      list,
      ofSends,
      reschedule: changeSchedule
    } = yield* emailQueries
    // The storage's own service: a caller's context may have another one, or none.
    const transactions = yield* Transactions
    const renderTemplate = yield* makeRenderTemplate(transactions.isInside)
    const unsignedWarning = yield* makeUnsignedWarning(options)
    const findSmtpConfig = yield* makeFindSmtpConfig
    const findBackOff = yield* makeFindBackOff
    const parts = {
      accept: (yield* makePseudonyms).noted(yield* observed((yield* AroundAccept)(accept))),
      findReplay,
      wakeUp: makeSharedSignal((yield* WakeUp).signal),
      findSmtpConfig,
      renderTemplate,
      unsignedWarning
    }

    const get: EmailsService["get"] = (tenantId, id) =>
      Effect.gen(function* () {
        const record = isId("em", id) ? yield* find(tenantId, id) : undefined
        if (record === undefined) return yield* new NotFound()
        return whole({
          ...record,
          next_attempt_at: nextAttemptAt(record, yield* findBackOff(record))
        })
      })

    const sendsOf: EmailsService["sendsOf"] = (tenantId, ids) =>
      Effect.map(
        ofSends(
          tenantId,
          ids.filter((id) => isId("em", id))
        ),
        (sends) =>
          sends.map(([first, ...others]): MessagesOfSend => [whole(first), ...others.map(whole)])
      )

    const newEvents = yield* NewEvents
    const cancel: EmailsService["cancel"] = (tenant_id, id) =>
      Effect.gen(function* () {
        if (!isId("em", id)) return yield* new NotFound()
        const event_id = yield* newId("evt")
        const now = yield* Clock.currentTimeMillis
        const outcome = yield* cancelEmail({ tenant_id, id, now, event_id })
        if (outcome === "unknown") return yield* new NotFound()
        if (outcome !== "cancelled") return yield* new NotCancellable({ reason: outcome })
        yield* newEvents.signal
        return yield* get(tenant_id, id)
      })

    const reschedule: EmailsService["reschedule"] = (tenant_id, id, input) =>
      Effect.gen(function* () {
        const request = yield* Effect.fromResult(decodeReschedule(input))
        const now = yield* Clock.currentTimeMillis
        const due = (yield* Effect.fromResult(scheduleOf(request, now))) ?? now
        const outcome = isId("em", id)
          ? yield* changeSchedule({ tenant_id, id, now, scheduled_at: due })
          : "unknown"
        if (outcome === "unknown") return yield* new NotFound()
        if (outcome === "begun") return yield* new NotScheduled()
        // Workers sleep until what was due next.
        yield* parts.wakeUp
      })

    const prepare = makePrepareSend(options, parts)
    return Emails.of({
      send: (...request) => Direct.flatMap(prepare(...request), (sending) => sending),
      prepare,
      ...makeSendBatch(options, parts, transactions),
      sendsOf,
      reschedule,
      resend: makeResend(options, { ...parts, findAccepted, files: yield* makeStoredFiles }),
      cancel,
      get,
      list: makeListEmails(list),
      export: makeExportEmails(list)
    })
  })

/** Accepting messages, and the log of each. */
export class Emails extends Context.Service<Emails, EmailsService>()("@telemark/core/Emails") {
  static readonly layer = (
    options: EmailsOptions = {}
  ): Layer.Layer<Emails, never, Database | NewEvents | TemplateEngine | WakeUp> =>
    Layer.effect(Emails, make(options))
}
