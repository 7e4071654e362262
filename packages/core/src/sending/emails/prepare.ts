import {
  keptOf,
  type Mailbox,
  oneLine,
  parseMailbox,
  readInstantOrDate,
  type SendRequest,
  ValidationFailed
} from "@telemark/contract"
import { Result } from "effect"
import { erasureKeyOf, type Tenant } from "../../accounts/tenants/Tenant.js"
import type { Attachment, MessageBody, TrackedActions } from "../../delivery/message/Message.js"
import type { RenderedTemplate } from "../templates/renderTemplate.js"
import { largeHtmlWarning, withoutValueWarnings } from "../templates/templateWarnings.js"
import type { PreparedSend } from "./PreparedSend.js"
import type { RawMail } from "./rawMail.js"
import { automaticFields, selectHeaders } from "./headers.js"
import {
  checkListUnsubscribe,
  offersUnsubscribing,
  withoutPlaceholders
} from "./listUnsubscribe.js"
import { senderPolicyFor } from "./senderRules.js"
import { replyTo, shownRecipients, type UniqueRecipient } from "./recipients.js"

export interface PrepareContext {
  readonly tenant: Tenant
  /** The rendered template; undefined if the request has its own content. */
  readonly rendered: RenderedTemplate | undefined
  readonly attachments: ReadonlyArray<Attachment>
  /** What a complete mail says of itself; undefined if the mail is composed. */
  readonly raw: Pick<RawMail, "dropped" | "sender" | "subject"> | undefined
  readonly recipients: ReadonlyArray<UniqueRecipient>
  /** Whether several in `to` get the same mail, which shows all of them. */
  readonly asOneMail?: boolean | undefined
  /**
   * The server's default sender, chosen by the operator; used if neither the request nor the tenant
   * names one.
   */
  readonly defaultFrom: string | undefined
  /**
   * The sender of the tenant's own SMTP server; takes precedence over the tenant's and the
   * server's.
   */
  readonly smtpFrom: Mailbox | undefined
  readonly senderPolicy: "any" | "verified"
  readonly defaultMonthlyLimit: number | undefined
  /** Whether mail can carry addresses of this service. */
  readonly hasLinks: boolean
  readonly now: number
  readonly bodyId: string
  /** New ids in ascending order, one for each recipient. */
  readonly emailIds: ReadonlyArray<string>
  readonly idempotency: PreparedSend["idempotency"]
  readonly sqlSend?: PreparedSend["sqlSend"]
  readonly warnings: ReadonlyArray<string>
}

/** NUL is forbidden in mail (RFC 5322 2.3), and Postgres can't store it. */
const cleanContent = (content: string | null | undefined): string | null =>
  content === undefined || content === null ? null : content.replaceAll("\0", "").toWellFormed()

type ChosenSender = Pick<PreparedSend, "sender" | "sender_policy">

const chooseSender = (request: SendRequest, context: PrepareContext): ChosenSender | undefined => {
  const { defaultFrom, raw, senderPolicy, smtpFrom, tenant } = context
  if (raw !== undefined) {
    const options = { from: defaultFrom, senderPolicy }
    return {
      sender: raw.sender,
      sender_policy: senderPolicyFor(raw.sender.address, tenant, options)
    }
  }
  const own = request.from === undefined ? smtpFrom : parseMailbox(request.from)
  if (own !== undefined) return { sender: own, sender_policy: senderPolicy }
  // Only the operator can set either, so the sender is trusted.
  const from = tenant.default_from ?? defaultFrom
  const operators = from === undefined ? undefined : parseMailbox(from)
  return operators === undefined ? undefined : { sender: operators, sender_policy: "trusted" }
}

const maxWait = 30 * 24 * 60 * 60 * 1000

const tooFar = () => ValidationFailed.at("scheduled_at", "must be at most 30 days ahead")

/** The due time; null: at once. */
export const scheduleOf = (
  { scheduled_at }: Pick<SendRequest, "scheduled_at">,
  now: number
): Result.Result<number | null, ValidationFailed> => {
  const due = scheduled_at === undefined ? undefined : readInstantOrDate(scheduled_at)
  if (due === undefined || due <= now) return Result.succeed(null)
  return due > now + maxWait ? Result.fail(tooFar()) : Result.succeed(due)
}

const isReserved = (name: string): string => `The header ${name} is reserved; yours was left out.`
const besideReplyTo = (name: string): string =>
  `The header ${name} was left out, because reply_to replaces it.`

const fieldsOf = (request: SendRequest, { raw }: PrepareContext) => {
  if (raw !== undefined) return { headers: [], warnings: raw.dropped.map(isReserved) }
  const { dropped, kept: selected } = selectHeaders(request.headers ?? {})
  const { kept, warnings } = checkListUnsubscribe(selected)
  const asked = replyTo(request)
  const replaced =
    asked === undefined ? [] : kept.filter(([name]) => name.toLowerCase() === "reply-to")
  return {
    headers: [
      ...kept.filter((field) => !replaced.includes(field)),
      ...(asked === undefined ? [] : [["Reply-To", asked] as const]),
      ...automaticFields(kept)
    ],
    warnings: [
      ...dropped.map(isReserved),
      ...replaced.map(([name]) => besideReplyTo(name)),
      ...warnings
    ]
  }
}

const forTemplates = (member: string): string =>
  `${member} was ignored, because it is for templates and there is no template_id.`

const untracked =
  "track was ignored: this service has no address on the internet to which tracked mail could lead. The operator sets it with TELEMARK_PUBLIC_URL (publicUrl in an application)."

/** Stored even where nothing can be tracked, since workers may run with other settings. */
const trackedOf = (
  { track = {} }: SendRequest,
  { tenant }: PrepareContext
): { readonly track?: TrackedActions } => {
  const { clicks = tenant.track_clicks, opens = tenant.track_opens } = track
  return opens || clicks ? { track: { opens, clicks } } : {}
}

const storedAs = (
  { store }: SendRequest,
  { tenant }: PrepareContext
): Pick<MessageBody, "store"> => {
  const asked = store ?? tenant.store ?? "always"
  return asked === "always" ? {} : { store: asked }
}

const withoutPublicUrl =
  "This mail can't carry the address of a page for unsubscribing, since the server has none on the internet. " +
  "Placeholders for it were left out. The operator sets it: TELEMARK_PUBLIC_URL, or publicUrl of createTelemark."

/**
 * Warns if a mail asks for addresses that it can't have. A List-Unsubscribe of the caller serves
 * its topic as well.
 */
const linkWarnings = (
  request: SendRequest,
  { hasLinks, rendered }: PrepareContext
): ReadonlyArray<string> => {
  if (hasLinks) return []
  const { html, text } = rendered ?? request
  const hasOwn = Object.keys(request.headers ?? {}).some(
    (name) => name.toLowerCase() === "list-unsubscribe"
  )
  return offersUnsubscribing({
    topic: hasOwn ? null : (request.topic ?? null),
    html: html ?? null,
    text: text ?? null
  })
    ? [withoutPublicUrl]
    : []
}

const warningsOf = (request: SendRequest, context: PrepareContext): ReadonlyArray<string> => [
  ...context.warnings,
  ...(request.template_id === undefined
    ? (["data", "locale", "missing"] as const)
        .filter((member) => request[member] !== undefined)
        .map(forTemplates)
    : []),
  ...(!context.hasLinks && (request.track?.opens === true || request.track?.clicks === true)
    ? [untracked]
    : []),
  ...withoutValueWarnings(context.rendered?.lacking ?? []),
  ...linkWarnings(request, context),
  ...largeHtmlWarning((context.rendered ?? request).html)
]

/** Turns a valid request into what storage writes, or says what is missing. */
export const prepareSend = (
  request: SendRequest,
  context: PrepareContext
): Result.Result<Omit<PreparedSend, "unsigned_warning">, ValidationFailed> => {
  const chosen = chooseSender(request, context)
  if (chosen === undefined) {
    return Result.fail(
      ValidationFailed.at(
        "from",
        "is missing, and neither the tenant nor the server has a default sender"
      )
    )
  }
  const { headers, warnings } = fieldsOf(request, context)
  const { attachments, raw, rendered } = context
  const content = rendered ?? request
  // Readers are not to see a placeholder that nothing replaces.
  const sent = (part: string | null | undefined): string | null => {
    const clean = cleanContent(part)
    return clean === null || context.hasLinks ? clean : withoutPlaceholders(clean)
  }
  return Result.map(scheduleOf(request, context.now), (scheduled_at) => ({
    tenant_id: context.tenant.id,
    created_at: context.now,
    ...chosen,
    subject: oneLine(request.subject ?? rendered?.subject ?? raw?.subject ?? ""),
    template_id: request.template_id ?? null,
    template_version: rendered?.version ?? null,
    body: {
      id: context.bodyId,
      html: sent(content.html),
      text: sent(content.text),
      headers,
      shown: shownRecipients(request, context.asOneMail),
      attachments: attachments.map(({ content: _, ...info }) => info),
      ...storedAs(request, context),
      ...(raw === undefined ? trackedOf(request, context) : { raw: true as const })
    },
    attachments,
    scheduled_at,
    ...keptOf(request),
    recipients: context.recipients.map((recipient, index) => ({
      id: context.emailIds[index] ?? "",
      ...recipient
    })),
    warnings: [...warningsOf(request, context), ...warnings],
    idempotency: context.idempotency,
    monthly_limit: context.tenant.monthly_limit ?? context.defaultMonthlyLimit ?? null,
    ...erasureKeyOf(context.tenant),
    ...(context.sqlSend === undefined ? {} : { sqlSend: context.sqlSend })
  }))
}
