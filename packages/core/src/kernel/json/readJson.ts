import { ValidationFailed } from "@telemark/contract"
import { Effect, Result } from "effect"
import * as Direct from "../direct.js"
import { inTimeSlices } from "../timeSlices.js"
import { parseLargeJson, parseSmallJson } from "./parseJson.js"
import { maxDepth } from "./shape.js"

/** Smaller bodies are harmless and parsed at once. */
export const checkShapeFrom = 64 * 1024

const tooDeep = ValidationFailed.at("body", `must not nest deeper than ${String(maxDepth)} levels`)

const nestsDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  for (const child of Object.values(value)) {
    if (nestsDeeperThan(levels - 1, child)) return true
  }
  return false
}

/** `JSON.parse` accepts any depth, but recursive code on its result would overflow the stack. */
export const requireShallow = (value: unknown): Result.Result<unknown, ValidationFailed> =>
  nestsDeeperThan(maxDepth, value) ? Result.fail(tooDeep) : Result.succeed(value)

/** `parseLarge` parses what is too large for one go. */
export const parseJson = (
  octets: Uint8Array,
  parseLarge: typeof parseLargeJson = parseLargeJson
): Effect.Effect<unknown, ValidationFailed> =>
  octets.length < checkShapeFrom
    ? Effect.fromResult(Result.flatMap(parseSmallJson(octets), requireShallow))
    : Direct.flatMap(
        inTimeSlices(() => parseLarge(octets)),
        Effect.fromResult
      )
