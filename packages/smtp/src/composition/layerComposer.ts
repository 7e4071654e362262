import {
  type ComposedSource,
  Composer,
  type HeaderField,
  inTimeSlices,
  isOfContent,
  type OutgoingMessage,
  type Steps
} from "@telemark/core"
import { textInSteps } from "@telemark/html"
import { Effect, Layer } from "effect"
import { readMail } from "../capture/readMail.js"
import { type Composed, type ComposedMail, composeInSlices, lengthOfMail } from "./compose.js"
import { mediaTypeOf, mediaTypeText } from "./contentType.js"
import { chunksOf } from "./pieces.js"

/** The fields of a head, unfolded (RFC 5322 2.2.3), without those of the content. */
const headerFields = (head: string): ReadonlyArray<HeaderField> =>
  head
    .replace(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .flatMap((line): ReadonlyArray<HeaderField> => {
      const colon = line.indexOf(":")
      const name = line.slice(0, colon)
      return colon < 1 || isOfContent(name) ? [] : [[name, line.slice(colon + 1).trim()]]
    })

const compose = (message: OutgoingMessage): Effect.Effect<Composed | undefined> =>
  Effect.suspend(() => {
    const composed = composeInSlices(message)
    return composed instanceof Promise ? Effect.promise(() => composed) : Effect.succeed(composed)
  })

/** With so little content that composing is quick. Its own fields are the same. */
const withoutContent = (message: OutgoingMessage): OutgoingMessage => ({
  ...message,
  body: { ...message.body, html: null, text: "", attachments: [] },
  attachments: []
})

function* beginningOf(mail: ComposedMail, max: number): Steps<ComposedSource> {
  const pieces: Array<Buffer> = [Buffer.from(`${mail.head}\r\n`, "utf8")]
  let length = pieces[0]?.length ?? 0
  for (const chunk of chunksOf(mail.body)) {
    if (length >= max) break
    pieces.push(typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk)
    length += chunk.length
    yield
  }
  return { source: Buffer.concat(pieces).subarray(0, max), size: lengthOfMail(mail) }
}

const textOf = ({ body: { html, text } }: OutgoingMessage): Effect.Effect<string | null> =>
  text !== null
    ? Effect.succeed(text)
    : html === null
      ? Effect.succeed(null)
      : inTimeSlices(() => textInSteps(html))

/** Composes messages to be looked at, as they would be sent. */
export const layerComposer: Layer.Layer<Composer> = Layer.succeed(Composer, {
  describe: (message) =>
    Effect.zipWith(compose(withoutContent(message)), textOf(message), (composed, text) => ({
      headers: composed === undefined ? [] : headerFields(composed.mail.head),
      text,
      contentTypes: message.body.attachments.map((file) => mediaTypeText(mediaTypeOf(file)))
    })),
  compose: (message, max) =>
    Effect.flatMap(compose(message), (composed) =>
      composed === undefined
        ? Effect.succeed(undefined)
        : inTimeSlices(() => beginningOf(composed.mail, max))
    ),
  read: readMail
})
