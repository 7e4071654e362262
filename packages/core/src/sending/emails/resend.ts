import {
  ContentRemoved,
  foldAddress,
  keptOf,
  NotFound,
  SendingPaused,
  type SendOptions,
  type SendResult
} from "@telemark/contract"
import { Effect } from "effect"
import { erasureKeyOf, type Tenant } from "../../accounts/tenants/Tenant.js"
import { isId, makeIds, type NewIds } from "../../kernel/ids.js"
import type { Attachment, MessageBody } from "../../delivery/message/Message.js"
import type { StoredFiles } from "../attachments/attachmentTable.js"
import { recipientRefusal } from "./allowedRecipients.js"
import type { AcceptedMessage } from "./Email.js"
import { answerOf, type PreparedSend } from "./PreparedSend.js"
import type { EmailQueries } from "./emailQueries.js"
import { checkIdempotencyKey, digestRequest } from "./idempotency.js"
import { senderPolicyFor } from "./senderRules.js"
import { type EmailsOptions, makeAcceptPrepared, type SendError, type SendParts } from "./send.js"

export type Resend = (
  tenant: Tenant,
  id: string,
  options?: SendOptions
) => Effect.Effect<SendResult, SendError | NotFound | ContentRemoved>

type Resent = Omit<PreparedSend, "unsigned_warning">

interface Circumstances {
  readonly tenant: Tenant
  readonly options: Pick<EmailsOptions, "from" | "monthlyLimit" | "senderPolicy">
  readonly attachments: ReadonlyArray<Attachment>
  readonly idempotency: PreparedSend["idempotency"]
}

const again = (
  message: AcceptedMessage,
  body: MessageBody,
  ids: NewIds,
  circumstances: Circumstances
): Resent => {
  const {
    attachments,
    idempotency,
    options: { monthlyLimit },
    tenant
  } = circumstances
  const {
    recipient: address,
    recipient_name: name,
    sender,
    subject,
    template_id,
    template_version,
    tenant_id
  } = message
  return {
    tenant_id,
    created_at: ids.now,
    sender,
    sender_policy: senderPolicyFor(sender.address, tenant, circumstances.options),
    subject,
    template_id,
    template_version,
    body: { ...body, id: ids.one("body") },
    attachments,
    scheduled_at: null,
    ...keptOf(message),
    recipients: [{ id: ids.one("em"), address, name, folded: foldAddress(address) }],
    warnings: [],
    idempotency,
    monthly_limit: tenant.monthly_limit ?? monthlyLimit ?? null,
    ...erasureKeyOf(tenant)
  }
}

export const makeResend = (
  options: EmailsOptions,
  parts: SendParts & {
    readonly findAccepted: EmailQueries["findAccepted"]
    readonly files: StoredFiles
  }
): Resend => {
  const { files, findAccepted, findReplay } = parts
  const acceptPrepared = makeAcceptPrepared(parts)

  const resend = (tenant: Tenant, id: string, idempotency: PreparedSend["idempotency"]) =>
    Effect.gen(function* () {
      if (tenant.paused !== undefined)
        return yield* new SendingPaused({ reason: tenant.paused.reason })
      const message = yield* findAccepted(tenant.id, id)
      if (message === undefined) return yield* new NotFound()
      const { body } = message
      const refusal = recipientRefusal(tenant, [{ folded: foldAddress(message.recipient) }])
      if (refusal !== undefined) return yield* refusal
      if (body === null || body.store === "never") return yield* new ContentRemoved()
      return yield* files.all(
        body,
        (attachments): Effect.Effect<SendResult, SendError | ContentRemoved> =>
          attachments === undefined
            ? new ContentRemoved()
            : Effect.flatMap(makeIds, (ids) =>
                Effect.flatten(
                  acceptPrepared(
                    again(message, body, ids, { tenant, options, attachments, idempotency })
                  )
                )
              )
      )
    })

  return (tenant, id, { idempotencyKey } = {}) =>
    Effect.gen(function* () {
      if (!isId("em", id)) return yield* new NotFound()
      if (idempotencyKey === undefined) return yield* resend(tenant, id, null)
      const key = yield* checkIdempotencyKey(idempotencyKey)
      const body_digest = yield* digestRequest(
        { resend: id } as { readonly attachments?: unknown },
        []
      )
      const { now } = yield* makeIds
      // What was accepted under the key before was accepted, whatever has changed since.
      const replay = yield* findReplay(tenant.id, key, now)
      if (replay !== undefined)
        return yield* answerOf({ _tag: "Replayed", ...replay }, body_digest, now)
      return yield* resend(tenant, id, { key, body_digest })
    })
}
