import { foldAddress, splitAddressList } from "@telemark/contract"
import type { FoundReport } from "@telemark/core"
import type { BounceEvidence } from "./bounceEvidence.js"
import { distinct, maxRecipients, reportsIn } from "./deliveryReports.js"
import { fieldBlocks, instantOf, valueOf } from "./fieldBlocks.js"
import { findReply, stageAround } from "./findReply.js"
import { messageIdsIn, messageReference, reportKey, returnedHeader } from "./messageReference.js"
import type { MimeMessage } from "./parseMime.js"
import { reportedAddress } from "./recipientAddress.js"
import { verdictOf } from "./verdictOf.js"

/** Where the returned message begins, which may contain any codes. */
const returned = new RegExp(
  "^[ \\t>*]{0,10}(?:-{2,}[ \\t]{0,5}(?:below this line is a copy|this is a copy of|the (?:header|body) of the|returned message|original message" +
    "|undelivered message|message header|a copy of)|original message (?:headers|follows)|message headers follow|received: (?:from|by)|return-path:" +
    "|message-id:[ \\t]*<)",
  "im"
)

/** In prose. Bounded, so that matching takes linear time. */
const addresses =
  /(?:"(?:\\.|[^"\\\r\n]){1,62}"|(?<![\w.+-])[^\s<>()"',;:[\]@]{1,64})@[a-z0-9](?:[a-z0-9.-]{0,200}[a-z0-9])?(?![\w-])/gi

/** RFC 3464's, which a gateway turned into text. */
const fieldsInText = /^(?:final-recipient|original-recipient):[ \t]*[a-z0-9-]{1,20}[ \t]*;/im

const messageIdInText = /^[ \t>]{0,10}message-id:[ \t]*(?:\r?\n[ \t]{1,10})?(<[^<>\s]{1,600}>)/im

const failedRecipients = (mail: MimeMessage, text: string): ReadonlyArray<string | undefined> => {
  const named = splitAddressList(valueOf(mail.header, "x-failed-recipients") ?? "")
    .slice(0, maxRecipients)
    .flatMap((one) => reportedAddress(one) ?? [])
  if (named.length > 0) return named
  const to = foldAddress(reportedAddress(valueOf(mail.header, "to")) ?? "")
  const found = text
    .match(addresses)
    ?.slice(0, 20)
    .find((address) => {
      const folded = foldAddress(address)
      return (
        folded !== to &&
        folded !== foldAddress(mail.from.address) &&
        !/^(?:mailer-daemon|postmaster|abuse)@/.test(folded)
      )
    })
  return [found]
}

/**
 * The report of a bounce in prose, for each failed recipient: what its first code and the words
 * beside it mean. `isDelay`: the server keeps trying.
 */
export const proseReports = (
  mail: MimeMessage,
  { isDelay }: Pick<BounceEvidence, "isDelay">
): ReadonlyArray<FoundReport> => {
  const end = mail.text.search(returned)
  const text = end <= 0 ? mail.text : mail.text.slice(0, end)
  const fields = text.search(fieldsInText)
  if (fields !== -1) {
    const reports = reportsIn(text.slice(fields), mail, text.slice(0, fields))
    if (reports.length > 0) return distinct(reports)
  }
  const found = findReply(text)
  if (found === undefined) return []
  const header =
    returnedHeader(mail.parts) ??
    fieldBlocks(mail.text.slice(messageIdInText.exec(mail.text)?.index ?? mail.text.length))[0]
  const message = messageReference({
    returned: header,
    others: ["in-reply-to", "references"].flatMap((name) =>
      messageIdsIn(valueOf(mail.header, name)).slice(-1)
    )
  })
  const at = instantOf(valueOf(mail.header, "date"))
  const status = found.reply.enhanced ?? undefined
  const stage = stageAround(text, found.index)
  return distinct(
    failedRecipients(mail, text).map((recipient): FoundReport => {
      const kind = isDelay ? "deferred" : "bounced"
      const common = {
        message,
        ...(recipient === undefined ? {} : { recipient }),
        ...(at === undefined ? {} : { at }),
        smtp_response: found.line,
        key: reportKey({
          action: kind,
          status: status ?? String(found.reply.code),
          recipient,
          message
        })
      }
      return kind === "deferred"
        ? { kind, ...common }
        : { kind, ...common, verdict: verdictOf({ reply: found.reply, stage }) }
    })
  )
}
