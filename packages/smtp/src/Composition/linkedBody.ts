import { type Attachment, hasLinkPlaceholder, type MessageBody, type MessageLinks, type OutgoingMessage, type Steps } from "@telemark/core"
import { asUtf8InSteps, findLinksInSteps, type FoundLinks, textAndLinksInSteps, textInSteps } from "@telemark/html"
import { assembleBody, type ComposedBody, describeFiles, type EncodedPart, type FileParts, type TextParts } from "./body.js"
import { composeLinkedText, type LinkedText, prepareLinkedText } from "./linkedText.js"
import { findPlaceholders, findStandIns, type FoundPlaceholder, withStandIns } from "./placeholders.js"
import { type PlacedSlot, type Template, toTemplate } from "./Template.js"
import { trackedTarget } from "./trackedTarget.js"

/** What the messages of one send share if their contents contain addresses of their own. */
export interface LinkedBody {
  readonly files: FileParts
  readonly rich: LinkedText | undefined
  /** Undefined for an empty one beside html. */
  readonly plain: LinkedText | undefined
}

/** Which addresses of its own a message has, and whether it is signed. */
export interface LinkedKind {
  readonly isTracked: boolean
  readonly offersUnsubscribing: boolean
  readonly isSigned: boolean
}

export const linkedKindOf = ({ signing }: OutgoingMessage, { click, pixel, unsubscribe }: MessageLinks): LinkedKind =>
  ({ isTracked: click !== undefined || pixel !== undefined, offersUnsubscribing: unsubscribe !== undefined, isSigned: signing.length > 0 })

/** Links that are replaced in a mail at most; others lead to their target. */
const maxTracked = 2000

const placeholdersIn = (found: ReadonlyArray<FoundPlaceholder>): ReadonlyArray<PlacedSlot> =>
  found.map(({ from, name, to }) => ({ slot: { kind: "placeholder", name }, from, to }))

function* trackingSlots({ end, links, marks }: FoundLinks): Steps<ReadonlyArray<PlacedSlot>> {
  const placed: Array<PlacedSlot> = marks.map((span) => ({ slot: { kind: "mark" }, ...span }))
  let tracked = 0
  for (const { address, from, to } of links) {
    const target = tracked < maxTracked ? trackedTarget(address) : undefined
    if (target === undefined) continue
    placed.push({ slot: { kind: "click", target }, from, to })
    if (++tracked % 128 === 0) yield
  }
  return [...placed, { slot: { kind: "pixel" }, from: end, to: end }]
}

interface Templates {
  readonly html: Template | undefined
  readonly text: Template
}

/** Text that is made from html has the links as they were given. */
function* makeText(body: MessageBody, html: string, { offersUnsubscribing }: LinkedKind): Steps<Template> {
  if (!offersUnsubscribing || !hasLinkPlaceholder(html)) return toTemplate(yield* textInSteps(html), [])
  const made = yield* textInSteps(withStandIns(body, html))
  return toTemplate(made, placeholdersIn(findStandIns(body, made)))
}

function* makeTemplates(body: MessageBody, kind: LinkedKind): Steps<Templates> {
  const placeholdersOf = (text: string) => kind.offersUnsubscribing ? placeholdersIn(findPlaceholders(text)) : []
  const given = body.text ?? (body.html === null ? "" : undefined)
  const givenText = given === undefined ? undefined : toTemplate(given, placeholdersOf(given))
  if (body.html === null) return { html: undefined, text: givenText ?? toTemplate("", []) }
  const html = yield* asUtf8InSteps(body.html)
  yield
  const placed = placeholdersOf(html)
  // The usual mail is read once for both.
  if (givenText === undefined && kind.isTracked && placed.length === 0 && html === body.html) {
    const { found, text } = yield* textAndLinksInSteps(html)
    return { html: toTemplate(html, yield* trackingSlots(found)), text: toTemplate(text, []) }
  }
  const text = givenText ?? (yield* makeText(body, body.html, kind))
  yield
  return { html: toTemplate(html, [...placed, ...kind.isTracked ? yield* trackingSlots(yield* findLinksInSteps(html)) : []]), text }
}

const isEmpty = ({ slots, text }: Template): boolean => slots.length === 0 && text.trim() === ""

const isLinked = ({ html, text }: MessageBody, { isTracked, offersUnsubscribing }: LinkedKind): boolean =>
  (isTracked && html !== null) || (offersUnsubscribing && (hasLinkPlaceholder(html ?? "") || hasLinkPlaceholder(text ?? "")))

/**
 * Prepares the contents of a send's messages that contain addresses of their own: finds where, encodes what is between them, and describes the files.
 * `"none"` if they contain none; undefined if a file can't be written.
 */
export function* prepareLinkedBody(body: MessageBody, files: ReadonlyArray<Attachment>, kind: LinkedKind): Steps<LinkedBody | "none" | undefined> {
  if (!isLinked(body, kind)) return "none"
  const described = yield* describeFiles(body, files)
  if (described === undefined) return undefined
  const { html, text } = yield* makeTemplates(body, kind)
  yield
  const rich = html === undefined ? undefined : yield* prepareLinkedText(body, html, { subtype: "html", isSigned: kind.isSigned })
  yield
  const plain = isEmpty(text) && html !== undefined ? undefined : yield* prepareLinkedText(body, text, { subtype: "plain", isSigned: kind.isSigned })
  return { files: described, plain, rich }
}

const relaxedPart = (part: EncodedPart): EncodedPart => ({ fields: part.fields, content: part.relaxed ?? "" })

const onlyText = ({ content: [piece, ...others] }: ComposedBody): string | undefined => others.length === 0 && typeof piece === "string" ? piece : undefined

/** The content in relaxed form, if its texts are. Fields and boundaries already are as they are written. */
const relaxedContent = (body: MessageBody, files: FileParts, { plain, rich }: TextParts, composed: ComposedBody): string | undefined => {
  const texts = [plain, rich].filter((part) => part !== undefined)
  if (texts.some(({ relaxed }) => relaxed === undefined) || files.inline.length + files.others.length > 0) return undefined
  if (texts.every(({ content, relaxed }) => content === relaxed)) return onlyText(composed)
  return onlyText(assembleBody(body, files, { plain: plain && relaxedPart(plain), rich: rich && relaxedPart(rich) }))
}

/** Composes the content of one message. */
export function* composeLinkedBody(body: MessageBody, { files, plain, rich }: LinkedBody, links: MessageLinks): Steps<ComposedBody> {
  const texts: TextParts = {
    rich: rich === undefined ? undefined : yield* composeLinkedText(body, rich, "html", links),
    plain: plain === undefined ? undefined : yield* composeLinkedText(body, plain, "plain", links)
  }
  yield
  const composed = assembleBody(body, files, texts)
  return { ...composed, relaxed: relaxedContent(body, files, texts, composed) }
}
