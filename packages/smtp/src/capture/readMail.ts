import { parseUrl } from "@telemark/contract"
import { Effect } from "effect"
import PostalMime, { type Address, type Attachment } from "postal-mime"
import { filesAsSent } from "./filesAsSent.js"

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const unescape = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code =
        decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : undefined
      if (code === undefined) return named[(name ?? "").toLowerCase()] ?? whole
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }
  )

/**
 * The beginning of every URL that a browser reads as http. Parsing a non-URL throws an error, and
 * there may be 100,000 of them.
 */
const begin = /^[\0- ]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p/i

const isWeb = (url: string): boolean =>
  begin.test(url) && /^https?:$/.test(parseUrl(url)?.protocol ?? "")

/**
 * A tag ends before the next `<`: scanning further from each would take minutes for a mail of
 * nothing but `<a `.
 */
const anchor = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi

/**
 * The distinct web addresses that a mail links to, such as that of a confirmation. The sandboxed
 * frame that shows the mail can't open them.
 */
export const linksOf = (mail: {
  readonly html: string | null
  readonly text: string | null
}): ReadonlyArray<string> => {
  const found =
    mail.html === null
      ? ((mail.text ?? "").match(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/gi) ?? [])
      : [...mail.html.matchAll(anchor)].map(([, double, single]) =>
          unescape(double ?? single ?? "").trim()
        )
  return [...new Set(found.filter(isWeb))]
}

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
