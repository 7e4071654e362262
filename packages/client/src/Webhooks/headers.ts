import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** Fetch `Headers`, or an object such as Node's `request.headers` with names in any case. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

// Checked by method: the Headers of polyfills and other realms aren't instances of ours.
const isFetchHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof headers.get === "function"

const valuesOf = (headers: WebhookHeaders, name: string): ReadonlyArray<string> => {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name)
    return value === null ? [] : [value]
  }
  return Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() !== name || value === undefined
      ? []
      : typeof value === "string"
        ? [value]
        : value
  )
}

/**
 * One header's value; undefined if missing. Throws if it occurs twice, because other programs may
 * use the other value.
 */
export const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const values = valuesOf(headers, name)
  if (values.length > 1) {
    throw new WebhookVerificationFailed(
      "malformed_header",
      `The header ${name} occurs more than once: pass the headers as you received them.`
    )
  }
  return values[0]
}
