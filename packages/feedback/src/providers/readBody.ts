import {
  type FeedbackProvider,
  type FeedbackReading,
  noCredential,
  refused
} from "./FeedbackProvider.js"
import { type EventReading, readBatch, readSingle } from "./readEvents.js"
import { decodeText, isTooLarge, objectOf, parseJson } from "./readJson.js"

type Readings = FeedbackReading | Promise<FeedbackReading>

/** Reads a body as JSON: an array or an object. */
export const readBody = async (
  body: Uint8Array,
  read: (value: unknown) => Readings,
  prepare = (text: string) => text
): Promise<FeedbackReading> => {
  if (isTooLarge(body)) return refused("too_large")
  const text = decodeText(body)
  const value = text === undefined ? undefined : parseJson(prepare(text))
  return Array.isArray(value) || objectOf(value) !== undefined ? read(value) : refused("malformed")
}

/** Reads a body with one event, or with an array of events. */
export const oneOrMany =
  (read: (event: unknown) => EventReading) =>
  (value: unknown): Readings =>
    Array.isArray(value) ? readBatch(value, read) : readSingle(value, read)

/** A provider that doesn't sign its calls. */
export const unsigned = (
  title: string,
  read: (event: unknown) => EventReading,
  prepare?: (text: string) => string
): FeedbackProvider => ({
  title,
  takes: noCredential,
  read: ({ body }) => readBody(body, oneOrMany(read), prepare)
})
