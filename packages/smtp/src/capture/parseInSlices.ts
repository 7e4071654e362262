// Parses by members that postal-mime doesn't declare: docs/decisions/0060-mail-is-parsed-in-slices.md
import { timeSlices } from "@telemark/core"
import { textInSteps } from "@telemark/html"
import { setImmediate } from "node:timers/promises"
import PostalMime, { type Email } from "postal-mime"

/** What postal-mime doesn't declare. */
interface ParserInside {
  processLine: (line: Uint8Array, isLast: boolean) => Promise<unknown>
  collectNode: (node: unknown, ...rest: ReadonlyArray<unknown>) => Promise<void>
  readonly root: unknown
  readonly currentNode: {
    readonly contentDecoder?: { readonly chunks?: Array<Uint8Array | string> } | null
  }
  readonly textTypes: ReadonlySet<string>
  readonly textMap: ReadonlyMap<unknown, TextEntries>
}

interface TextEntry {
  readonly type: "text"
  readonly value: string
}

/** Of a part or of alternatives. One without text has a text made of its html. */
interface TextEntries {
  plain?: ReadonlyArray<TextEntry>
  readonly html?: ReadonlyArray<TextEntry>
}

/** postal-mime takes quadratic time for it: minutes for 1 MiB of unclosed links. */
const addTexts = async ({ textMap, textTypes }: ParserInside): Promise<void> => {
  if (!textTypes.has("plain")) return
  for (const entries of textMap.values()) {
    if (entries.plain !== undefined) continue
    const plain: Array<TextEntry> = []
    for (const { type, value } of entries.html ?? [])
      plain.push({ type, value: await timeSlices.run(textInSteps(value)) })
    entries.plain = plain
  }
}

const linesAtOnce = 1024

/**
 * Text that isn't encoded is kept by line until a Blob is made of it, which takes 12 µs for each.
 * Lines that were packed before are long ones, and stay.
 */
const packLines = ({ currentNode: { contentDecoder } }: ParserInside): void => {
  const chunks = contentDecoder?.chunks
  if (chunks === undefined || chunks.length < linesAtOnce) return
  const first = chunks.findLastIndex(({ length }) => length >= linesAtOnce) + 1
  if (chunks.length - first < linesAtOnce) return
  const lines = chunks.splice(first).map((chunk) => Buffer.from(chunk as string))
  chunks.push(new Uint8Array(Buffer.concat(lines)))
}

/** Milliseconds between turns of the event loop, which postal-mime leaves no room for. */
const slice = 5

/**
 * Those before it, of large mails and of others: a hundred hostile ones, parsed at once, would have a
 * slice each in every turn of the event loop. None is sooner ready by that.
 */
const before = { large: Promise.resolve(), small: Promise.resolve() }

const large = 256 * 1024

/** After those before it. */
const inOrder = <A>(size: keyof typeof before, parse: () => Promise<A>): Promise<A> => {
  const parsed = before[size].then(parse)
  before[size] = parsed.then(
    () => setImmediate(),
    () => setImmediate()
  )
  return parsed
}

/** Mails within a mail are files: each would be parsed anew, without slices. */
const parse = (source: Uint8Array): Promise<Email> => {
  const parser = new PostalMime({ maxRfc822NestingDepth: 0 })
  const inside = parser as unknown as ParserInside
  const processLine = inside.processLine.bind(parser)
  const collectNode = inside.collectNode.bind(parser)
  let begun = performance.now()
  inside.collectNode = async (node, ...rest) => {
    await collectNode(node, ...rest)
    if (node === inside.root) await addTexts(inside)
  }
  inside.processLine = async (line, isLast) => {
    packLines(inside)
    if (performance.now() - begun > slice) {
      await setImmediate()
      begun = performance.now()
    }
    return processLine(line, isLast)
  }
  return parser.parse(source)
}

/** Gives the event loop a turn every few milliseconds, however many mails are parsed. */
export const parseInSlices = (source: Uint8Array): Promise<Email> =>
  inOrder(source.length > large ? "large" : "small", () => parse(source))
