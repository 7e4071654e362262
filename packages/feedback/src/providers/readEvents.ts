import { emailIdIn, type FoundReport, type MessageReference, type Verdict } from "@telemark/core"
import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { withoutGaps } from "../bounces/messageReference.js"
import {
  type FeedbackProvider,
  type FeedbackReading,
  noCredential,
  refused
} from "./FeedbackProvider.js"
import {
  decodeText,
  isTooLarge,
  member,
  objectOf,
  parseJson,
  shownText,
  textOf
} from "./readJson.js"

/** RFC 5322's longest line. */
const maxMessageId = 998

export interface MessageTraces {
  /** Our own id, from the provider's metadata. */
  readonly metadata?: unknown
  /** With or without angle brackets. */
  readonly messageId?: unknown
  readonly providerId?: string | undefined
}

export const bareMessageId = (value: unknown): string | undefined => {
  if (typeof value !== "string" || value.length > maxMessageId) return undefined
  const text = value.trim()
  return textOf(text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text, maxMessageId)
}

/**
 * By everything that is known. Our own id comes from the metadata, else from a Message-ID such as
 * `<em_…@example.com>`.
 */
const messageReference = ({ messageId, metadata, providerId }: MessageTraces): MessageReference => {
  const message_id = bareMessageId(messageId)
  const email_id =
    emailIdIn(textOf(metadata, 100)) ??
    emailIdIn(message_id?.includes("@") === true ? message_id : undefined)
  return withoutGaps({ email_id, message_id, provider_id: providerId })
}

/** Events of one call. */
export const maxFeedbackEvents = 1000

const maxKey = 255
const maxLink = 8192
const maxAddress = 320

/** Empty if it doesn't matter, undefined if it is malformed. */
export type EventReading = ReadonlyArray<FoundReport> | undefined

export const nothing: EventReading = []

export interface ReportBase {
  readonly event: unknown
  readonly id?: string | undefined
  readonly message: MessageTraces
  readonly recipient?: unknown
  readonly at?: number | undefined
}

type Specific<R> = R extends FoundReport ? Omit<R, "message" | "recipient" | "at" | "key"> : never

/** The provider's id, else a digest, which is the same when the provider repeats the event. */
const keyOf = (id: string | undefined, event: unknown): string =>
  textOf(id, maxKey) ?? createHash("sha256").update(JSON.stringify(event)).digest("base64url")

/** For several of one event, `id` must differ. */
const report = (
  { at, event, id, message, recipient }: ReportBase,
  specific: Specific<FoundReport>
): FoundReport =>
  withoutGaps({
    ...specific,
    message: messageReference(message),
    recipient: textOf(recipient, maxAddress)?.trim(),
    at,
    key: keyOf(id, event)
  })

export const replied = (
  base: ReportBase,
  kind: "delivered" | "deferred",
  response: unknown
): EventReading => [report(base, { kind, smtp_response: shownText(response) })]

export const opened = (base: ReportBase, userAgent: unknown, machine?: boolean): EventReading => [
  report(base, { kind: "opened", user_agent: shownText(userAgent), machine })
]

/** A click without its link is malformed. */
export const clicked = (
  base: ReportBase,
  link: unknown,
  userAgent: unknown,
  machine?: boolean
): EventReading => {
  const target = textOf(link, maxLink)
  return target === undefined
    ? undefined
    : [report(base, { kind: "clicked", link: target, user_agent: shownText(userAgent), machine })]
}

export const bounced = (base: ReportBase, verdict: Verdict, response?: string): EventReading => [
  report(base, { kind: "bounced", verdict, smtp_response: response })
]

export const complained = (base: ReportBase): EventReading => [report(base, { kind: "complained" })]

export const unsubscribed = (base: ReportBase): EventReading => [
  report(base, { kind: "unsubscribed" })
]

/**
 * `name` is the member with the kind; events of other kinds don't matter, one without is malformed.
 */
export const readByKind =
  (
    name: string,
    baseOf: (event: unknown) => Omit<ReportBase, "event">,
    kinds: Readonly<Record<string, (base: ReportBase, event: unknown) => EventReading>>
  ) =>
  (event: unknown): EventReading => {
    const kind = textOf(member(event, name), 100)
    if (kind === undefined) return undefined
    const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return read === undefined ? nothing : read({ event, ...baseOf(event) }, event)
  }

const readingOf = (events: ReadonlyArray<FoundReport>, skipped: number): FeedbackReading =>
  events.length === 0 ? { _tag: "Nothing", skipped } : { _tag: "Events", events, skipped }

/** In milliseconds: a thousand bounces with different replies take 100 ms and more. */
const maxSlice = 8

/** In slices. Malformed events are skipped and counted. */
const readBatch = async (list: ReadonlyArray<unknown>, read: (event: unknown) => EventReading) => {
  if (list.length > maxFeedbackEvents) return refused("too_many_events")
  const found: Array<EventReading> = []
  let since = performance.now()
  for (const event of list) {
    found.push(read(event))
    if (performance.now() - since < maxSlice) continue
    await setImmediate()
    since = performance.now()
  }
  const events = found.flatMap((each) => each ?? [])
  if (events.length > maxFeedbackEvents) return refused("too_many_events")
  return readingOf(events, found.filter((each) => each === undefined).length)
}

export const readSingle = (
  event: unknown,
  read: (event: unknown) => EventReading
): FeedbackReading => {
  const events = read(event)
  if (events === undefined) return refused("malformed")
  return events.length > maxFeedbackEvents ? refused("too_many_events") : readingOf(events, 0)
}

type Readings = FeedbackReading | Promise<FeedbackReading>

export const readBody = async (
  body: Uint8Array,
  read: (value: unknown) => Readings,
  prepare = (text: string) => text
) => {
  if (isTooLarge(body)) return refused("too_large")
  const text = decodeText(body)
  const value = text === undefined ? undefined : parseJson(prepare(text))
  return Array.isArray(value) || objectOf(value) !== undefined ? read(value) : refused("malformed")
}

export const oneOrMany =
  (read: (event: unknown) => EventReading) =>
  (value: unknown): Readings =>
    Array.isArray(value) ? readBatch(value, read) : readSingle(value, read)

/** Its calls aren't signed. */
export const unsigned = (
  title: string,
  read: (event: unknown) => EventReading,
  prepare?: (text: string) => string
): FeedbackProvider => ({
  title,
  takes: noCredential,
  read: ({ body }) => readBody(body, oneOrMany(read), prepare)
})
