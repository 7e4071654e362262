import type { ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import type { IncomingRequest, Unreadable } from "./IncomingRequest.js"
import { parseJsonRows } from "./parseJsonRows.js"
import { readBodyOf, type ReadOptions, valueOf } from "./readJson.js"

const isOfType = (contentType: string | undefined, type: string): boolean =>
  contentType?.split(";")[0]?.trim().toLowerCase() === type

/**
 * The body of an operation that takes a table: octets of the other type as they are, for core to
 * read, or the value of a JSON body.
 */
export const readTable = (
  request: IncomingRequest,
  type: string,
  bounds: ReadOptions
): Effect.Effect<unknown, Unreadable | ValidationFailed> => {
  const contentType = request.parts.header("content-type")
  return Effect.flatMap(
    readBodyOf(request, bounds),
    (body): Effect.Effect<unknown, ValidationFailed> => {
      if (!isOfType(contentType, type)) return valueOf(contentType, body, parseJsonRows)
      return Effect.succeed(body._tag === "Octets" ? body.octets : body.value)
    }
  )
}
