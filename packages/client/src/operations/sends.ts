import type { SendResult } from "../generated/types.js"
import { errorOf, type Refusal, UnknownError } from "../errors/errorOf.js"
import { base64Of, isJsonObject, type JsonObject } from "../json.js"

/** Its result, or its error. */
export type BatchEntry =
  | { readonly result: SendResult; readonly error?: undefined }
  | { readonly error: Refusal; readonly result?: undefined }

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

/** Undefined if the answer doesn't have one entry for each send. */
export const batchOf =
  (count: number) =>
  ({ data }: JsonObject): BatchResult | undefined =>
    Array.isArray(data) && data.length === count ? { data: data.map(entryOf) } : undefined

/** A complete mail or a file as bytes becomes base64. */
const encodeOctets = (value: unknown, member: "content" | "raw"): unknown =>
  isJsonObject(value) && ArrayBuffer.isView(value[member])
    ? { ...value, [member]: base64Of(value[member]) }
    : value

/** Malformed requests are left for the service to refuse. */
export const encodeSend = (request: unknown): unknown => {
  const send = encodeOctets(request, "raw")
  return isJsonObject(send) && Array.isArray(send["attachments"])
    ? { ...send, attachments: send["attachments"].map((file) => encodeOctets(file, "content")) }
    : send
}

export const encodeBatch = (requests: unknown): unknown => ({
  emails: Array.isArray(requests) ? requests.map(encodeSend) : requests
})
