import { crlfInSteps, maxHead, type Steps } from "@telemark/core"
import { decodeWords } from "postal-mime"

/** What the fields of a submitted mail ask for that SMTP has no word for. */
export interface Controls {
  readonly tags: Readonly<Record<string, string>>
  readonly template_id: string | undefined
  /** JSON, unread. */
  readonly data: string | undefined
  /** JSON, unread. */
  readonly metadata: string | undefined
  readonly topic: string | undefined
  readonly scheduled_at: string | undefined
  readonly idempotencyKey: string | undefined
  /** Whether Telemark composes the mail anew, with text, links and tracking as for any send. */
  readonly isComposed: boolean
}

export interface Submitted {
  readonly controls: Controls
  /** Without the fields of the controls; every line ends with CRLF. */
  readonly source: Uint8Array
  /** Undefined without one. */
  readonly messageId: string | undefined
}

/** In lower case. */
const names = {
  tag: "x-tag",
  template: "x-template-id",
  data: "x-template-data",
  key: "x-idempotency-key",
  metadata: "x-telemark-metadata",
  topic: "x-telemark-topic",
  scheduled: "x-telemark-scheduled-at",
  compose: "x-telemark-compose",
  raw: "x-telemark-raw"
} as const

const controlled: ReadonlySet<string> = new Set(Object.values(names))

const emptyLine = Buffer.from("\r\n\r\n")

interface Field {
  readonly name: string
  readonly lines: string
}

/** `name=value`, or the value of the tag `tag`. */
const tagOf = (text: string): readonly [string, string] => {
  const at = text.indexOf("=")
  return at < 1 ? ["tag", text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

const isYes = (text: string | undefined): boolean =>
  text !== undefined && /^(?:true|yes|on|1)$/i.test(text)

/**
 * Takes the fields of the controls out of a mail, and reads them. Not of a head that is larger than
 * a mail may have: core refuses it.
 */
export function* readControls(given: Uint8Array): Steps<Submitted> {
  const octets = yield* crlfInSteps(given)
  const source = Buffer.from(octets.buffer, octets.byteOffset, octets.length)
  const found = source.indexOf(emptyLine)
  const whole = found < 0 ? source.length : found + 2
  const end = whole > maxHead ? 0 : whole
  // A character for each octet: nothing else of the head changes.
  const fields = source
    .toString("latin1", 0, end)
    .split(/(?<=\r\n)(?![ \t])/)
    .map((lines): Field => ({ name: lines.slice(0, lines.indexOf(":")).toLowerCase(), lines }))
  const valuesOf = (name: string): ReadonlyArray<string> =>
    fields
      .filter((field) => field.name === name)
      .map(({ lines }) =>
        decodeWords(
          Buffer.from(lines.slice(name.length + 1).replace(/\r\n/g, ""), "latin1").toString("utf8")
        ).trim()
      )
  const first = (name: string): string | undefined => valuesOf(name)[0]
  const kept = fields.filter(({ name }) => !controlled.has(name))
  return {
    controls: {
      tags: Object.fromEntries(valuesOf(names.tag).map(tagOf)),
      template_id: first(names.template),
      data: first(names.data),
      metadata: first(names.metadata),
      topic: first(names.topic),
      scheduled_at: first(names.scheduled),
      idempotencyKey: first(names.key),
      isComposed: isYes(first(names.compose)) && !isYes(first(names.raw))
    },
    source:
      kept.length === fields.length
        ? source
        : Buffer.concat([
            Buffer.from(kept.map(({ lines }) => lines).join(""), "latin1"),
            source.subarray(end)
          ]),
    messageId: first("message-id")
  }
}
