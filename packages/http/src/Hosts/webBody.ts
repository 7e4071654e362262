import { ValidationFailed } from "@telemark/core"
import { Effect } from "effect"
import { PayloadTooLarge } from "../Errors/index.js"
import { announcesTooMuch, type Body, largestBody } from "../Requests/index.js"

const concat = (chunks: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}

/** The octets of a stream; undefined if there are more than the limit allows. */
const collect = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> => {
  const reader = stream.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > largestBody) {
      await reader.cancel()
      return undefined
    }
    chunks.push(next.value)
  }
  return concat(chunks, size)
}

/** The body of a web request, as far as the limit allows. */
export const webBody = (request: Request): Effect.Effect<Body, PayloadTooLarge | ValidationFailed> =>
  Effect.suspend(() => {
    if (announcesTooMuch(request.headers.get("content-length"))) return new PayloadTooLarge()
    const { body } = request
    if (body === null) return Effect.succeed<Body>({ _tag: "Octets", octets: new Uint8Array() })
    return Effect.tryPromise({
      try: () => collect(body),
      catch: () => ValidationFailed.at("body", "did not arrive whole")
    }).pipe(
      Effect.flatMap((octets) =>
        octets === undefined ? new PayloadTooLarge() : Effect.succeed<Body>({ _tag: "Octets", octets }))
    )
  })
