import { Effect } from "effect"
import PostalMime from "postal-mime"
import { linksOf } from "./links.js"

/** A captured mail, taken apart. */
export interface ReadableMail {
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly html: string | null
  readonly text: string | null
  readonly links: ReadonlyArray<string>
  /** All of it as it would have been sent. */
  readonly source: string
}

const present = (text: string | undefined): string | null => (text === undefined || text.trim() === "" ? null : text)

/** Takes the bytes of a mail apart. */
export const readMail = (source: Uint8Array): Effect.Effect<ReadableMail> =>
  Effect.map(Effect.promise(() => PostalMime.parse(source)), (parsed) => {
    const html = present(parsed.html)
    const text = present(parsed.text)
    const headers = parsed.headers.map(({ originalKey: name, value }) => ({ name, value }))
    return { headers, html, text, links: linksOf({ html, text }), source: new TextDecoder().decode(source) }
  })
