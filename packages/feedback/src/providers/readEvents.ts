import type { FoundReport } from "@telemark/core"
import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { type FeedbackReading, refused } from "./FeedbackProvider.js"
import { messageReference, type MessageTraces } from "./messageReference.js"
import { shownText, textOf } from "./readJson.js"

/** Of one call. */
export const maxFeedbackEvents = 1000

/** Core's limits. */
const maxKey = 255
const maxLink = 8192
const maxAddress = 320

/** What one event says: nothing if it doesn't matter. Undefined if it is malformed. */
export type EventReading = ReadonlyArray<FoundReport> | undefined

export const nothing: EventReading = []

/** What reports of all kinds share. */
export interface ReportBase {
  readonly event: unknown
  /** The provider's id of the event. */
  readonly id?: string | undefined
  readonly message: MessageTraces
  readonly recipient?: unknown
  readonly at?: number | undefined
}

type Specific<R> = R extends FoundReport ? Omit<R, "message" | "recipient" | "at" | "key"> : never

const withoutGaps = <A extends object>(value: A): A =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as A

/**
 * The provider's id of the event; else a digest of the event, which is the same when the provider
 * repeats it.
 */
const keyOf = (id: string | undefined, event: unknown): string =>
  textOf(id, maxKey) ?? createHash("sha256").update(JSON.stringify(event)).digest("base64url")

/** One report; for several of one event, `report.id` must differ. */
export const report = (
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

const readingOf = (events: ReadonlyArray<FoundReport>, skipped: number): FeedbackReading =>
  events.length === 0 ? { _tag: "Nothing", skipped } : { _tag: "Events", events, skipped }

/**
 * A thousand bounces with different replies take 100 ms and more: after this time, in milliseconds,
 * the process does other work first.
 */
const maxSlice = 8

/** Reads a batch in slices. Malformed events are skipped and counted. */
export const readBatch = async (
  list: ReadonlyArray<unknown>,
  read: (event: unknown) => EventReading
): Promise<FeedbackReading> => {
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

/** Reads the only event of a call. */
export const readSingle = (
  event: unknown,
  read: (event: unknown) => EventReading
): FeedbackReading => {
  const events = read(event)
  if (events === undefined) return refused("malformed")
  return events.length > maxFeedbackEvents ? refused("too_many_events") : readingOf(events, 0)
}
