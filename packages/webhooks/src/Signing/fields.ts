import { type Signed, signatureFields } from "./sign.js"

const fixedFields = ["content-type", "application/json", "user-agent", "Telemark/1 (webhooks)", "accept-encoding", "identity"]

/** Every header field that a webhook's request carries, names and values in turn; signed at `now`, in epoch milliseconds. */
export const requestFields = (signed: Signed, now: number): ReadonlyArray<string> =>
  [...fixedFields, ...signatureFields(signed, Math.floor(now / 1000))]

/** `requestFields` as an object, for who makes such a request in a test. */
export const webhookHeaders = (signed: Signed, now: number): Readonly<Record<string, string>> => {
  const fields = requestFields(signed, now)
  return Object.fromEntries(fields.flatMap((name, index) => index % 2 === 0 ? [[name, fields[index + 1] ?? ""]] : []))
}
