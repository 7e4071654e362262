import type { SendResult } from "../generated/types.js"
import { errorOf, type Refusal, UnknownError } from "../Errors/index.js"
import { isJsonObject, type JsonObject } from "../Json/index.js"

/** The outcome of one send of a batch: its result, or its error. */
export type BatchEntry =
  | { readonly result: SendResult; readonly error?: undefined }
  | { readonly error: Refusal; readonly result?: undefined }

/** The outcomes of a batch's sends. */
export interface BatchResult {
  /** In the order of the sends. */
  readonly data: ReadonlyArray<BatchEntry>
}

const entryOf = (entry: unknown): BatchEntry => {
  const { status, ...rest } = isJsonObject(entry) ? entry : {}
  const around = {
    status: typeof status === "number" ? status : 0,
    requestId: undefined,
    retryAfterSeconds: undefined
  }
  const isGood = around.status >= 200 && around.status < 300
  if (isGood && Array.isArray(rest["queued"])) return { result: rest as unknown as SendResult }
  return {
    error:
      errorOf(rest, around) ??
      new UnknownError("unexpected_answer", { ...around, details: undefined })
  }
}

/**
 * Reads the answer to a batch of `count` sends; undefined if it doesn't have one entry for each.
 */
export const batchOf =
  (count: number) =>
  ({ data }: JsonObject): BatchResult | undefined =>
    Array.isArray(data) && data.length === count ? { data: data.map(entryOf) } : undefined
