import { type Attachment, hasLinkPlaceholder, type MessageBody, type MessageLinks, type Steps } from "@telemark/core"
import { asUtf8InSteps, findLinksInSteps, type FoundLinks, textAndLinksInSteps, textInSteps } from "@telemark/html"
import { assembleBody, type ComposedBody, describeFiles, encodePart, type EncodedPart, type FileParts } from "./body.js"
import { findPlaceholders, findStandIns, type FoundPlaceholder, withStandIns } from "./placeholders.js"
import { fillHtml, fillText, type PlacedSlot, type Template, toTemplate } from "./Template.js"
import { trackedTarget } from "./trackedTarget.js"

/** What the messages of one send share if their contents contain addresses of their own. */
export interface LinkedBody {
  readonly files: FileParts
  readonly html: Template | undefined
  readonly text: Template
  /** The text, encoded, if all messages have the same. Undefined for an empty one beside html. */
  readonly plain: EncodedPart | undefined
}

/** Which addresses of its own a message has. */
export interface LinkedKind {
  readonly isTracked: boolean
  readonly offersUnsubscribing: boolean
}

export const linkedKindOf = ({ click, pixel, unsubscribe }: MessageLinks): LinkedKind =>
  ({ isTracked: click !== undefined || pixel !== undefined, offersUnsubscribing: unsubscribe !== undefined })

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
 * Prepares the contents of a send's messages that contain addresses of their own: finds where, and describes the files. `"none"` if they contain none;
 * undefined if a file can't be written.
 */
export function* prepareLinkedBody(body: MessageBody, files: ReadonlyArray<Attachment>, kind: LinkedKind): Steps<LinkedBody | "none" | undefined> {
  if (!isLinked(body, kind)) return "none"
  const described = yield* describeFiles(body, files)
  if (described === undefined) return undefined
  const { html, text } = yield* makeTemplates(body, kind)
  yield
  const plain = text.slots.length > 0 || (isEmpty(text) && html !== undefined) ? undefined : encodePart(body, "plain", text.text)
  return { files: described, html, text, plain }
}

/** Composes the content of one message. */
export function* composeLinkedBody(body: MessageBody, { files, html, plain, text }: LinkedBody, links: MessageLinks): Steps<ComposedBody> {
  const written = html === undefined ? undefined : yield* fillHtml(html, links)
  yield
  const rich = written === undefined ? undefined : encodePart(body, "html", written)
  yield
  return assembleBody(body, files, { plain: text.slots.length === 0 ? plain : encodePart(body, "plain", fillText(text, links)), rich })
}
