import { PayloadTooLarge } from "@telemark/contract"
import { Direct, wakeable } from "@telemark/core"
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import {
  announcedLength,
  type Body,
  joined,
  type ReadBody,
  smallBody,
  unread,
  type Unreadable
} from "../requests/IncomingRequest.js"

/** A body parser may have read the body already. */
export interface NodeRequest extends IncomingMessage {
  readonly body?: unknown
  readonly baseUrl?: string
  readonly originalUrl?: string
  /** Express's, by the proxies that the application trusts. */
  readonly ip?: string | undefined
}

interface Part {
  readonly chunks: Array<Buffer>
  size: number
}

/**
 * Pauses after `upTo` octets for `beyond`. Reads on beyond `max`: a client that is sending doesn't
 * look for an answer.
 */
const collect = (
  request: NodeRequest,
  part: Part,
  max: number,
  upTo: number,
  beyond: Effect.Effect<Body, Unreadable>
): Effect.Effect<Body, Unreadable> =>
  wakeable((resume) => {
    const { chunks } = part
    const onData = (chunk: Buffer): void => {
      part.size += chunk.length
      if (part.size > max) {
        chunks.length = 0
        return resume(new PayloadTooLarge())
      }
      chunks.push(chunk)
      if (part.size <= upTo) return
      request
        .pause()
        .off("data", onData)
        .off("end", onEnd)
        .off("error", onBroken)
        .off("close", onBroken)
      resume(beyond)
    }
    const onEnd = (): void => {
      resume(Effect.succeed({ _tag: "Octets", octets: joined(chunks) }))
    }
    const onBroken = (): void => {
      resume(unread)
    }
    request.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken).resume()
  }, "microtask")

const encoder = new TextEncoder()

const parsedBy = (body: unknown): Body =>
  typeof body === "string"
    ? { _tag: "Octets", octets: encoder.encode(body) }
    : body instanceof Uint8Array
      ? { _tag: "Octets", octets: body }
      : { _tag: "Parsed", value: body }

const hasArrived = (request: NodeRequest, length: number): boolean =>
  length > 0 &&
  request.complete &&
  request.readableLength === length &&
  request.readableEncoding === null

/** If a body parser has consumed the stream, its result is used: waiting would never end. */
export const nodeBody =
  (request: NodeRequest): ReadBody =>
  ({ max, reserveMemory }) =>
    Direct.suspend(() => {
      const announced = announcedLength(request.headers["content-length"])
      if (announced !== undefined && announced > max) return new PayloadTooLarge()
      if (request.readableEnded || request.destroyed)
        return request.body === undefined ? unread : Effect.succeed(parsedBy(request.body))
      // Looking up its key takes longer than a small body takes to arrive: no listeners, no
      // waiting.
      if (announced !== undefined && announced <= smallBody && hasArrived(request, announced)) {
        return Effect.succeed({ _tag: "Octets", octets: request.read() as Buffer })
      }
      const part: Part = { chunks: [], size: 0 }
      const whole = Effect.suspend(() =>
        request.destroyed ? unread : collect(request, part, max, max, Effect.never)
      )
      if (announced === undefined)
        return collect(request, part, max, smallBody, Effect.andThen(reserveMemory(max), whole))
      return announced <= smallBody ? whole : Effect.andThen(reserveMemory(announced), whole)
    })
