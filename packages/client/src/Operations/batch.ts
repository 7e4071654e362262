import type { SendResult } from "../Contract/index.js"
import { errorOf, type Refusal, UnknownError } from "../Errors/index.js"
import { isJsonObject, type JsonObject } from "../Json/index.js"

/** What became of one send of a batch: its result, or why it was refused. */
export type BatchEntry =
  | { readonly result: SendResult; readonly error?: undefined }
  | { readonly error: Refusal; readonly result?: undefined }

/** What became of each send of a batch, in their order. */
export interface BatchResult {
  /** The first is that of the first send, and so on. */
  readonly data: ReadonlyArray<BatchEntry>
}

const entryOf = (entry: unknown): BatchEntry => {
  const { status, ...rest } = isJsonObject(entry) ? entry : {}
  const around = { status: typeof status === "number" ? status : 0, requestId: undefined, retryAfterSeconds: undefined }
  const isGood = around.status >= 200 && around.status < 300
  if (isGood && Array.isArray(rest["queued"])) return { result: rest as unknown as SendResult }
  return { error: errorOf(rest, around) ?? new UnknownError("unexpected_answer", { ...around, details: undefined }) }
}

/** Reads the answer to a batch of so many sends, whose entries say how each went; undefined if it has not one for each. */
export const batchOf = (count: number) => ({ data }: JsonObject): BatchResult | undefined =>
  Array.isArray(data) && data.length === count ? { data: data.map(entryOf) } : undefined
