import { signatureFields, type Signed } from "./sign.js"

const fixedFields = [
  "content-type",
  "application/json",
  "user-agent",
  "Telemark/1 (webhooks)",
  "accept-encoding",
  "identity"
]

/**
 * All header fields of a webhook request, names and values alternating; signed at `now`, in epoch
 * milliseconds.
 */
export const requestFields = (signed: Signed, now: number): ReadonlyArray<string> => [
  ...fixedFields,
  ...signatureFields(signed, Math.floor(now / 1000))
]

/** `requestFields` as an object, for tests that make such requests. */
export const webhookHeaders = (signed: Signed, now: number): Readonly<Record<string, string>> => {
  const fields = requestFields(signed, now)
  return Object.fromEntries(
    fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1] ?? ""]] : []))
  )
}
