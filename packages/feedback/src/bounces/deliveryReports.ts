import { oneLine } from "@telemark/contract"
import type { FoundReport, MessageReference } from "@telemark/core"
import { type FieldBlock, fieldBlocks, instantOf, valueOf } from "./fieldBlocks.js"
import { findReply, paragraphAt, stageAround } from "./findReply.js"
import { messageIdsIn, messageReference, reportKey, returnedHeader } from "./messageReference.js"
import { decodeText, type MimeMessage } from "./parseMime.js"
import { failedRecipient, isMemberOfAlias, reportedAddress } from "./recipientAddress.js"
import { verdictOf } from "./verdictOf.js"

export const maxRecipients = 50

/** More would be many reports in one message. */
const maxStatusParts = 10
const maxResponse = 1_000

const statusTypes: ReadonlySet<string> = new Set([
  "message/delivery-status",
  "message/global-delivery-status"
])

/**
 * Once for a recipient: another one begins the next recipient, where servers leave out the blank
 * line.
 */
const names: ReadonlySet<string> = new Set(["original-recipient", "final-recipient"])
const perRecipient: ReadonlySet<string> = new Set([
  ...names,
  "x-actual-recipient",
  "action",
  "status",
  "diagnostic-code"
])

const split = (block: FieldBlock): ReadonlyArray<FieldBlock> => {
  const groups: Array<Array<FieldBlock[number]>> = [[]]
  for (const field of block) {
    const group = groups.at(-1)
    if (group === undefined || (names.has(field[0]) && group.some(([name]) => name === field[0])))
      groups.push([field])
    else group.push(field)
  }
  return groups
}

const has = (block: FieldBlock, name: string): boolean => valueOf(block, name) !== undefined

/**
 * The fields of the message and those of each recipient, whatever blank lines are missing or too
 * many.
 */
const divide = (
  blocks: ReadonlyArray<FieldBlock>
): { readonly message: FieldBlock; readonly recipients: ReadonlyArray<FieldBlock> } => {
  const recipients: Array<FieldBlock> = []
  const message: Array<FieldBlock[number]> = []
  for (const group of blocks.flatMap(split)) {
    const last = recipients.at(-1)
    if (!group.some(([name]) => perRecipient.has(name))) message.push(...group)
    else if (last === undefined || group.some(([name]) => names.has(name))) recipients.push(group)
    else if (!has(last, "action")) recipients[recipients.length - 1] = [...last, ...group]
  }
  // In a single block, the message's fields and the first recipient's are one.
  return { message: [...message, ...(recipients[0] ?? [])], recipients }
}

const isProbe = /^(?:un)?deliverable\b/

/** RFC 3464 2.3.3. Servers that invent an action, or give none, are believed by their Status. */
const kindOf = (
  action: string,
  status: string | undefined
): "delivered" | "deferred" | "bounced" | undefined => {
  if (/^(?:delivered|relayed|expanded)\b/.test(action)) return "delivered"
  if (action.startsWith("delay")) return "deferred"
  if (action.startsWith("fail") || action.startsWith("expired")) return "bounced"
  // Postfix' answer to a question about an address: no mail was sent.
  if (isProbe.test(action)) return undefined
  return status === undefined
    ? undefined
    : ({ 2: "delivered", 4: "deferred", 5: "bounced" } as const)[status.charAt(0)]
}

/** Where the text for the reader begins to speak of a recipient. */
const mentionOf = (text: string, recipient: string | undefined): number | undefined => {
  const index = recipient === undefined ? -1 : text.toLowerCase().indexOf(recipient.toLowerCase())
  return index === -1 ? undefined : index
}

interface Context {
  readonly text: string
  readonly message: MessageReference
  readonly sender: string | undefined
  readonly sentAt: number | undefined
}

const diagnosticType = /^[A-Za-z0-9-]{1,40}[ \t]*;[ \t]*/

/**
 * What the remote server said. Cisco's servers have it as `<192.0.2.1 #5.0.0 smtp; 550 "Unknown
 * User">` in a field of their own.
 */
const diagnosticOf = (block: FieldBlock): string => {
  const own = valueOf(block, "diagnostic-code")
  if (own !== undefined) return own.replace(diagnosticType, "").trim()
  return (valueOf(block, "x-supplementary-info") ?? "")
    .replace(/^<\S{1,255} #[\d.]{1,20} [a-z]{1,20};/i, "")
    .replace(/>$/, "")
    .replace(/["\s]+/g, " ")
    .trim()
}

const reportOf = (
  block: FieldBlock,
  { message, sender, sentAt, text }: Context
): FoundReport | undefined => {
  const action = (valueOf(block, "action") ?? "").toLowerCase()
  const status = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(
    valueOf(block, "status") ?? ""
  )?.[0]
  const kind = kindOf(action, status)
  if (kind === undefined) return undefined
  const failed = failedRecipient(block)
  const { final, recipient } = failed
  const mention = mentionOf(text, final) ?? mentionOf(text, recipient)
  const diagnostic = diagnosticOf(block)
  const quoted = findReply(diagnostic)
  const written =
    mention === undefined ? "" : paragraphAt(text, mention + (final ?? recipient ?? "").length)
  // Without a Diagnostic-Code, the reason may be in the text (Exim on its own refusals).
  const said = diagnostic === "" ? written : ""
  const inText = findReply(said)
  const response = oneLine(diagnostic === "" ? (inText?.line ?? status ?? "") : diagnostic)
    .slice(0, maxResponse)
    .toWellFormed()
  const at = instantOf(valueOf(block, "last-attempt-date")) ?? sentAt
  const common = {
    message,
    ...(recipient === undefined ? {} : { recipient }),
    ...(at === undefined ? {} : { at }),
    ...(response === "" ? {} : { smtp_response: response }),
    key: reportKey({
      action: action === "" ? kind : (action.split(/[\s(;]/, 1)[0] ?? kind),
      status,
      recipient,
      message
    })
  }
  if (kind !== "bounced") return { kind, ...common }
  const stage =
    stageAround(diagnostic, 0) ?? (mention === undefined ? undefined : stageAround(text, mention))
  const verdict = verdictOf({
    // In the text, the reporting server speaks for itself, as in its Status.
    reply:
      quoted?.reply ??
      (inText === undefined
        ? undefined
        : { ...inText.reply, enhanced: inText.reply.enhanced ?? status ?? null }),
    words: diagnostic === "" ? said : diagnostic,
    status,
    stage,
    isMember: isMemberOfAlias(failed, written),
    ...(sender === undefined || recipient === undefined ? {} : { envelope: { sender, recipient } })
  })
  return { kind, ...common, verdict }
}

/**
 * The report on each recipient in fields of RFC 3464. `text` is what the notification says to a
 * reader.
 */
export const reportsIn = (
  fields: string,
  mail: MimeMessage,
  text: string
): ReadonlyArray<FoundReport> => {
  const { message, recipients } = divide(fieldBlocks(fields))
  const returned = returnedHeader(mail.parts)
  const context: Context = {
    text,
    message: messageReference({
      envelopeId: valueOf(message, "original-envelope-id"),
      returned,
      others: ["in-reply-to", "references"].flatMap((name) =>
        messageIdsIn(valueOf(mail.header, name)).slice(-1)
      )
    }),
    sender: reportedAddress(
      valueOf(message, "x-postfix-sender") ??
        valueOf(returned ?? [], "return-path") ??
        valueOf(returned ?? [], "from")
    ),
    sentAt: instantOf(valueOf(mail.header, "date"))
  }
  return recipients.slice(0, maxRecipients).flatMap((block) => reportOf(block, context) ?? [])
}

/** The same report in two parts, or twice in one, counts once. */
export const distinct = (reports: ReadonlyArray<FoundReport>): ReadonlyArray<FoundReport> =>
  [...new Map(reports.map((report) => [report.key, report])).values()].slice(0, maxRecipients)

/**
 * The reports of a delivery status notification (RFC 3464, RFC 6533), one for each of at most 50
 * recipients.
 */
export const deliveryReports = (mail: MimeMessage): ReadonlyArray<FoundReport> =>
  distinct(
    mail.parts
      .filter(({ type }) => statusTypes.has(type))
      .slice(0, maxStatusParts)
      .flatMap(({ bytes }) => reportsIn(decodeText(bytes), mail, mail.text))
  )
