import { Effect } from "effect"
import PostalMime, { type Address, type Attachment } from "postal-mime"
import { filesAsSent } from "./filesAsSent.js"
import { linksOf } from "./linksOf.js"

/** A file of a captured mail. */
export interface CapturedFile {
  readonly filename: string
  /** In lower case, without parameters. */
  readonly content_type: string
  /** The id by which the HTML refers to it, without angle brackets. Null if it has none. */
  readonly content_id: string | null
  readonly content: Uint8Array
}

/** A captured mail, parsed. */
export interface ReadableMail {
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  /** Each as `a@b.c` or `Name <a@b.c>`. */
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
  readonly cc: ReadonlyArray<string>
  readonly reply_to: ReadonlyArray<string>
  readonly html: string | null
  readonly text: string | null
  readonly links: ReadonlyArray<string>
  readonly attachments: ReadonlyArray<CapturedFile>
}

const present = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text

const toText = ({ address, group, name }: Address): ReadonlyArray<string> => {
  if (group !== undefined) return group.length === 0 ? [name] : group.flatMap(toText)
  return [name === "" ? address : `${name} <${address}>`]
}

const addresses = (list: ReadonlyArray<Address> = []): ReadonlyArray<string> => list.flatMap(toText)

const octetsOf = ({ content }: Attachment): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)

/** An invitation that stands beside the texts. It is one of the files, too. */
const isAlternative = ({ disposition, mimeType }: Attachment): boolean =>
  disposition === null && mimeType.toLowerCase() === "text/calendar"

const fileOf = (
  attachment: Attachment,
  index: number,
  asSent: Uint8Array | undefined
): CapturedFile => ({
  filename: present(attachment.filename ?? undefined) ?? `attachment-${index + 1}`,
  content_type: attachment.mimeType.toLowerCase(),
  content_id: attachment.contentId?.replace(/^<|>$/g, "") ?? null,
  content: asSent ?? octetsOf(attachment)
})

/** Parses a captured mail. Never fails, whatever the bytes are. */
export const readMail = (source: Uint8Array): Effect.Effect<ReadableMail> =>
  Effect.map(
    Effect.promise(() => PostalMime.parse(source)),
    (parsed) => {
      const html = present(parsed.html)
      const text = present(parsed.text)
      const asSent = filesAsSent(source)
      // Mail from elsewhere may be split into files differently.
      const isSame = asSent.length === parsed.attachments.length
      return {
        headers: parsed.headers.map(({ originalKey: name, value }) => ({ name, value })),
        from: parsed.from === undefined ? [] : toText(parsed.from),
        to: addresses(parsed.to),
        cc: addresses(parsed.cc),
        reply_to: addresses(parsed.replyTo),
        html,
        text,
        links: linksOf({ html, text }),
        attachments: parsed.attachments.flatMap((attachment, index) =>
          isAlternative(attachment)
            ? []
            : [fileOf(attachment, index, isSame ? asSent[index] : undefined)]
        )
      }
    }
  )
