// Hot path (docs/hot-paths.md): recognises usual addresses, a tenth of parsing.
import { parseWebUrl } from "@telemark/contract"
import {
  type ClickLinks,
  hasLinkPlaceholder,
  type MessageBody,
  type MessageLinks,
  type OutgoingMessage,
  type Steps
} from "@telemark/core"
import {
  asUtf8InSteps,
  escapeHtml,
  findLinksInSteps,
  type FoundLinks,
  textAndLinksInSteps,
  textInSteps
} from "@telemark/html"
import {
  findPlaceholders,
  findStandIns,
  type FoundPlaceholder,
  type PlacedSlot,
  type Template,
  toTemplate,
  withStandIns
} from "./Template.js"
import {
  assembleBody,
  type ComposedBody,
  describeFiles,
  type EncodedPart,
  type FileParts,
  type TextParts
} from "./body.js"
import { composeLinkedText, type LinkedText, prepareLinkedText } from "./linkedText.js"

/** Other spellings that browsers take for http are as rare as they are suspicious. */
const begin = /^[\0- ]*https?:\/\//i

/**
 * Most addresses: browsers request them as written. Names that could be numbers or A-labels, and
 * dots for folders, are left to the parser.
 */
const asRequested = /^https?:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}\/[\w~!$&()*+,;=:@?%#/.-]*$/
const folderDots = /\/(?:\.|%2e)/i

/**
 * The address as a browser requests it; undefined if it isn't one of a web page. Parsing takes 4
 * µs, recognizing the usual ones a tenth.
 */
const requested = (address: string): string | undefined =>
  asRequested.test(address) && !folderDots.test(address) ? address : parseWebUrl(address)?.href

/**
 * Where a link leads that may be replaced, as a browser would request it: an absolute http or https
 * URL without user information, and not an address for unsubscribing.
 */
export const trackedTarget = (address: string): string | undefined =>
  begin.test(address) && !hasLinkPlaceholder(address) ? requested(address) : undefined

/** What the messages of one send share if they contain addresses of their own. */
export interface LinkedBody {
  readonly files: FileParts
  readonly rich: LinkedText | undefined
  /** Undefined for an empty one beside html. */
  readonly plain: LinkedText | undefined
}

/** Which addresses of its own a message has, and whether it is signed. */
export interface LinkedKind {
  readonly tracksClicks: boolean
  readonly tracksOpens: boolean
  readonly offersUnsubscribing: boolean
  readonly isSigned: boolean
}

export const linkedKindOf = (
  { signing }: OutgoingMessage,
  { click, pixel, unsubscribe }: MessageLinks
): LinkedKind => ({
  tracksClicks: click !== undefined,
  tracksOpens: pixel !== undefined,
  offersUnsubscribing: unsubscribe !== undefined,
  isSigned: signing.length > 0
})

/** Tracked links of a mail; further ones lead to their target. */
const maxTracked = 2000

const placeholdersIn = (found: ReadonlyArray<FoundPlaceholder>): ReadonlyArray<PlacedSlot> =>
  found.map(({ from, name, to }) => ({ slot: { kind: "placeholder", name }, from, to }))

type EndFor = Pick<ClickLinks, "endFor">

/** Of the links, those that are tracked; `note` gets each with how its address ends. */
function* noteTracked(
  { links }: FoundLinks,
  { endFor }: EndFor,
  note: (link: FoundLinks["links"][number], target: string, end: string) => void
): Steps<void> {
  let tracked = 0
  for (const [index, link] of links.entries()) {
    // By links looked at: parsing one that isn't tracked takes as long.
    if (index % 128 === 127) yield
    const target = tracked < maxTracked ? trackedTarget(link.address) : undefined
    const end = target === undefined ? undefined : endFor(target)
    if (target === undefined || end === undefined) continue
    tracked++
    note(link, target, end)
  }
}

/** The address is quoted anew: its quotes, if any, are part of what is replaced. */
function* clickSlots(found: FoundLinks, click: EndFor): Steps<ReadonlyArray<PlacedSlot>> {
  const placed: Array<PlacedSlot> = found.marks.map((span) => ({ slot: { kind: "mark" }, ...span }))
  yield* noteTracked(found, click, ({ from, to }, _, end) => {
    placed.push({ slot: { kind: "click" }, from, to, rest: `${escapeHtml(end)}"` })
  })
  return placed
}

/** How the addresses of clicks end, by target: what `endFor` answers when this html is composed. */
export function* clickEnds(html: string, click: EndFor): Steps<ReadonlyMap<string, string>> {
  const ends = new Map<string, string>()
  yield* noteTracked(yield* findLinksInSteps(yield* asUtf8InSteps(html)), click, (_, target, end) =>
    ends.set(target, end)
  )
  return ends
}

function* trackingSlots(
  found: FoundLinks,
  { click, pixel }: MessageLinks
): Steps<ReadonlyArray<PlacedSlot>> {
  const clicks = click === undefined ? [] : yield* clickSlots(found, click)
  return pixel === undefined
    ? clicks
    : [...clicks, { slot: { kind: "pixel" }, from: found.end, to: found.end }]
}

interface Templates {
  readonly html: Template | undefined
  readonly text: Template
}

/** Text that is made from html has the links as they were given. */
function* makeText(
  body: MessageBody,
  html: string,
  { offersUnsubscribing }: LinkedKind
): Steps<Template> {
  if (!offersUnsubscribing || !hasLinkPlaceholder(html))
    return toTemplate(yield* textInSteps(html), [])
  const made = yield* textInSteps(withStandIns(body, html))
  return toTemplate(made, placeholdersIn(findStandIns(body, made)))
}

const isTracked = ({ tracksClicks, tracksOpens }: LinkedKind): boolean =>
  tracksClicks || tracksOpens

function* makeTemplates(
  body: MessageBody,
  kind: LinkedKind,
  links: MessageLinks
): Steps<Templates> {
  const placeholdersOf = (text: string) =>
    kind.offersUnsubscribing ? placeholdersIn(findPlaceholders(text)) : []
  const given = body.text ?? (body.html === null ? "" : undefined)
  const givenText = given === undefined ? undefined : toTemplate(given, placeholdersOf(given))
  if (body.html === null) return { html: undefined, text: givenText ?? toTemplate("", []) }
  const html = yield* asUtf8InSteps(body.html)
  yield
  const placed = placeholdersOf(html)
  // The usual mail is read once for both.
  if (givenText === undefined && isTracked(kind) && placed.length === 0 && html === body.html) {
    const { found, text } = yield* textAndLinksInSteps(html)
    return {
      html: toTemplate(html, yield* trackingSlots(found, links)),
      text: toTemplate(text, [])
    }
  }
  const text = givenText ?? (yield* makeText(body, body.html, kind))
  yield
  return {
    html: toTemplate(html, [
      ...placed,
      ...(isTracked(kind) ? yield* trackingSlots(yield* findLinksInSteps(html), links) : [])
    ]),
    text
  }
}

const isEmpty = ({ slots, text }: Template): boolean => slots.length === 0 && text.trim() === ""

const isLinked = ({ html, text }: MessageBody, kind: LinkedKind): boolean =>
  (isTracked(kind) && html !== null) ||
  (kind.offersUnsubscribing && (hasLinkPlaceholder(html ?? "") || hasLinkPlaceholder(text ?? "")))

/**
 * Prepares contents with addresses of a message's own: finds where, encodes what is between them,
 * and describes the files. Of the clicks of `links`, only the ends are read. `"none"` if there are
 * none; undefined if a file can't be written.
 */
export function* prepareLinkedBody(
  { attachments, body }: OutgoingMessage,
  links: MessageLinks,
  kind: LinkedKind
): Steps<LinkedBody | "none" | undefined> {
  if (!isLinked(body, kind)) return "none"
  const described = yield* describeFiles(body, attachments)
  if (described === undefined) return undefined
  const { html, text } = yield* makeTemplates(body, kind, links)
  yield
  const rich =
    html === undefined
      ? undefined
      : yield* prepareLinkedText(body, html, { subtype: "html", isSigned: kind.isSigned })
  yield
  const plain =
    isEmpty(text) && html !== undefined
      ? undefined
      : yield* prepareLinkedText(body, text, { subtype: "plain", isSigned: kind.isSigned })
  return { files: described, plain, rich }
}

const relaxedPart = (part: EncodedPart): EncodedPart => ({
  fields: part.fields,
  content: part.relaxed ?? ""
})

const onlyText = ({ content: [piece, ...others] }: ComposedBody): string | undefined =>
  others.length === 0 && typeof piece === "string" ? piece : undefined

/** In relaxed form, if the texts are. Fields and boundaries already are. */
const relaxedContent = (
  body: MessageBody,
  files: FileParts,
  { plain, rich }: TextParts,
  composed: ComposedBody
): string | undefined => {
  const texts = [plain, rich].filter((part) => part !== undefined)
  if (
    texts.some(({ relaxed }) => relaxed === undefined) ||
    files.inline.length + files.others.length > 0
  )
    return undefined
  if (texts.every(({ content, relaxed }) => content === relaxed)) return onlyText(composed)
  return onlyText(
    assembleBody(body, files, {
      plain: plain && relaxedPart(plain),
      rich: rich && relaxedPart(rich)
    })
  )
}

/** Composes the content of one message. */
export function* composeLinkedBody(
  body: MessageBody,
  { files, plain, rich }: LinkedBody,
  links: MessageLinks
): Steps<ComposedBody> {
  const texts: TextParts = {
    rich: rich === undefined ? undefined : yield* composeLinkedText(body, rich, "html", links),
    plain: plain === undefined ? undefined : yield* composeLinkedText(body, plain, "plain", links)
  }
  yield
  const composed = assembleBody(body, files, texts)
  return { ...composed, relaxed: relaxedContent(body, files, texts, composed) }
}
