import { Either } from "effect"
import { foldAddress, type Mailbox, parseMailbox } from "../Addresses/index.js"
import type { RenderedTemplate } from "../Templates/index.js"
import type { Tenant } from "../Tenants/index.js"
import { oneLine, ValidationFailed } from "../Validation/index.js"
import type { PreparedSend } from "./EmailStore.js"
import { selectHeaders } from "./headers.js"
import type { SendRequest } from "./SendRequest.js"

/** What a prepared send takes from outside the request. */
export interface PrepareContext {
  readonly tenant: Tenant
  /** What the template of the request made of its data; undefined if the request has its own content. */
  readonly rendered: RenderedTemplate | undefined
  /** The server's sender, used when neither the request nor the tenant names one: the operator's own choice. */
  readonly defaultFrom: string | undefined
  /** The sender of the tenant's own SMTP server, which comes before the tenant's and the server's. */
  readonly smtpFrom: Mailbox | undefined
  readonly senderPolicy: "any" | "verified"
  readonly defaultMonthlyLimit: number | undefined
  readonly now: number
  readonly bodyId: string
  /** Fresh ids in ascending order, one for each recipient. */
  readonly emailIds: ReadonlyArray<string>
  readonly idempotency: PreparedSend["idempotency"]
}

/** NUL is forbidden in mail (RFC 5322 2.3) and Postgres can't store it. */
const cleanContent = (content: string | null | undefined): string | null =>
  content === undefined || content === null ? null : content.replaceAll("\0", "").toWellFormed()

/** The addresses of a send without duplicates; the first spelling of each stays. */
export const uniqueRecipients = (
  to: SendRequest["to"]
): ReadonlyArray<{ readonly address: string; readonly folded: string }> => {
  const byFolded = new Map<string, string>()
  for (const address of typeof to === "string" ? [to] : to) {
    const folded = foldAddress(address)
    if (!byFolded.has(folded)) byFolded.set(folded, address)
  }
  return [...byFolded].map(([folded, address]) => ({ address, folded }))
}

type ChosenSender = Pick<PreparedSend, "sender" | "sender_policy">

const chooseSender = (request: SendRequest, context: PrepareContext): ChosenSender | undefined => {
  const { defaultFrom, senderPolicy, smtpFrom, tenant } = context
  const own = request.from === undefined ? smtpFrom : parseMailbox(request.from)
  if (own !== undefined) return { sender: own, sender_policy: senderPolicy }
  // Neither can be set by a tenant.
  const from = tenant.default_from ?? defaultFrom
  const operators = from === undefined ? undefined : parseMailbox(from)
  return operators === undefined ? undefined : { sender: operators, sender_policy: "trusted" }
}

/** Turns a valid request into what storage writes, or says what is missing. */
export const prepareSend = (
  request: SendRequest,
  context: PrepareContext
): Either.Either<PreparedSend, ValidationFailed> => {
  const chosen = chooseSender(request, context)
  if (chosen === undefined) {
    return Either.left(ValidationFailed.at("from", "is missing, and neither the tenant nor the server has a default sender"))
  }
  const { dropped, kept } = selectHeaders(request.headers ?? {})
  const { rendered } = context
  const content = rendered ?? request
  return Either.right({
    tenant_id: context.tenant.id,
    created_at: context.now,
    ...chosen,
    subject: oneLine(request.subject ?? rendered?.subject ?? ""),
    template_id: request.template_id ?? null,
    template_version: rendered?.version ?? null,
    body: { id: context.bodyId, html: cleanContent(content.html), text: cleanContent(content.text), headers: kept },
    metadata: request.metadata ?? null,
    recipients: uniqueRecipients(request.to).map((recipient, index) => ({ id: context.emailIds[index] ?? "", ...recipient })),
    warnings: dropped.map((name) => `The header ${name} is written by the service itself; yours was left out.`),
    idempotency: context.idempotency,
    monthly_limit: context.tenant.monthly_limit ?? context.defaultMonthlyLimit ?? null
  })
}
