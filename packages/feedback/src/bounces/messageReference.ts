import { emailIdIn, type MessageReference } from "@telemark/core"
import { createHash } from "node:crypto"
import { type FieldBlock, fieldBlocks, valueOf } from "./fieldBlocks.js"
import { decodeText, type MimePart } from "./parseMime.js"

const returnedTypes: ReadonlySet<string> = new Set([
  "text/rfc822-headers",
  "message/rfc822",
  "message/global",
  "message/global-headers",
  "message/rfc822-headers",
  "text/rfc822"
])

/** The header of the message that a report returns, whole or as headers only. */
export const returnedHeader = (parts: ReadonlyArray<MimePart>): FieldBlock | undefined => {
  const part = parts.find(({ type }) => returnedTypes.has(type))
  return part === undefined ? undefined : fieldBlocks(decodeText(part.bytes))[0]
}

const messageIds = /<([^<>\s]{1,500}@[^<>\s]{1,255})>/g

/** The ids in a Message-ID, References or In-Reply-To field, without angle brackets. */
const messageIdsIn = (value: string | undefined): ReadonlyArray<string> => {
  const found = [...(value ?? "").slice(0, 4_000).matchAll(messageIds)].map(([, id = ""]) => id)
  // Some servers leave out the brackets.
  return found.length === 0 && /^[^<>\s]{1,500}@[^<>\s]{1,255}$/.test(value ?? "")
    ? [value ?? ""]
    : found
}

/** They contain our id beside names of their own, for the providers' webhooks. */
const providerFields =
  /^(?:x-telemark-id|x-ses-message-tags|x-smtpapi|x-mailgun-variables|x-pm-metadata-telemark-id|x-mailin-custom|x-mj-customid|x-msys-api)$/
const idWithin = /(?<![a-z0-9_])em_[0-9a-f]{32}(?![a-z0-9_])/i

interface Evidence {
  /** Original-Envelope-Id (RFC 3464 2.2.1): ENVID as we gave it. */
  readonly envelopeId?: string | undefined
  readonly returned?: FieldBlock | undefined
  /** The first counts. */
  readonly others?: ReadonlyArray<string> | undefined
}

/** How a report names its message: by our id if it contains it, else by the Message-ID. */
export const messageReference = ({
  envelopeId,
  others = [],
  returned = []
}: Evidence): MessageReference => {
  const [message_id] = [...messageIdsIn(valueOf(returned, "message-id")), ...others]
  const inProvider = returned.find(
    ([name, value]) => providerFields.test(name) && idWithin.test(value)
  )?.[1]
  const email_id =
    emailIdIn(envelopeId) ??
    emailIdIn(message_id) ??
    emailIdIn(inProvider === undefined ? undefined : idWithin.exec(inProvider)?.[0])
  if (email_id !== undefined) return { email_id }
  return message_id === undefined ? {} : { message_id }
}

interface KeyParts {
  readonly action: string
  readonly status: string | undefined
  readonly recipient: string | undefined
  readonly message: MessageReference
}

/** The same report counts once however often it comes. */
export const reportKey = ({ action, message, recipient, status }: KeyParts): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        action,
        status ?? "",
        recipient?.toLowerCase() ?? "",
        message.email_id ?? message.message_id ?? ""
      ])
    )
    .digest("base64url")

/** Without members that are undefined. */
export const withoutGaps = <A extends object>(value: A): A =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as A

export const answeredIds = (header: FieldBlock): ReadonlyArray<string> =>
  ["in-reply-to", "references"].flatMap((name) => messageIdsIn(valueOf(header, name)).slice(-1))
