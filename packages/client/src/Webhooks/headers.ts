import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** Headers as frameworks hand them out: those of Fetch, or an object such as Node's `request.headers`. Names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

// By its method: the Headers of polyfills and of other realms are no instances of ours.
const isFetchHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === "function"

const valuesOf = (headers: WebhookHeaders, name: string): ReadonlyArray<string> => {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name)
    return value === null ? [] : [value]
  }
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() !== name || value === undefined ? [] : typeof value === "string" ? [value] : value)
}

/** One header's value; undefined if there is none. Refuses one that is there twice: others might go by the other value. */
export const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const values = valuesOf(headers, name)
  if (values.length > 1) {
    throw new WebhookVerificationFailed("malformed_header", `The header ${name} is there more than once: pass the headers on as they came in.`)
  }
  return values[0]
}
