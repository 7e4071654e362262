import { WebhookVerificationFailed } from "./WebhookVerificationFailed.js"

/** Fetch `Headers`, or an object such as Node's `request.headers` with names in any case. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

// By method: Headers of polyfills and other realms aren't instances of ours.
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

/** Throws if a header occurs twice: other programs may use the other value. */
const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const values = valuesOf(headers, name)
  if (values.length > 1) {
    throw new WebhookVerificationFailed(
      "malformed_header",
      `The header ${name} occurs more than once: pass the headers as you received them.`
    )
  }
  return values[0]
}

/** Standard Webhooks, or Telemark's own. */
export type Scheme = "standard" | "service"

export interface Claim {
  readonly scheme: Scheme
  /** Unix seconds. */
  readonly timestamp: number
  /** Signed before the body. */
  readonly prefix: string
  /** One match is enough; there are two while a secret is rotated. */
  readonly signatures: ReadonlyArray<string>
}

const malformed = (name: string): WebhookVerificationFailed =>
  new WebhookVerificationFailed(
    "malformed_header",
    `The header ${name} is not valid: pass it unchanged, as you received it.`
  )

const need = (headers: WebhookHeaders, name: string): string => {
  const value = headerOf(headers, name)
  if (value === undefined) {
    throw new WebhookVerificationFailed(
      "missing_header",
      `The request has webhook-signature but no ${name}: pass all of its headers.`
    )
  }
  return value
}

const seconds = (text: string, name: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw malformed(name)
  return Number(text)
}

/** `webhook-signature: v1,<base64>[ v1,<base64>]`. Other versions are ignored. */
const standardClaim = (headers: WebhookHeaders, header: string): Claim => {
  const id = need(headers, "webhook-id")
  const timestamp = need(headers, "webhook-timestamp")
  // With a dot in the id, its end would be ambiguous.
  if (!/^[^.\s]{1,255}$/.test(id)) throw malformed("webhook-id")
  const signatures = header
    .split(" ")
    .filter((part) => part.startsWith("v1,"))
    .map((part) => part.slice("v1,".length))
  if (signatures.length === 0) throw malformed("webhook-signature")
  return {
    scheme: "standard",
    timestamp: seconds(timestamp, "webhook-timestamp"),
    prefix: `${id}.${timestamp}.`,
    signatures
  }
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>]`. Other members are ignored. */
const serviceClaim = (header: string): Claim => {
  const parts = header.split(",").map((part) => part.trim())
  const valuesOf = (key: string) =>
    parts.filter((part) => part.startsWith(`${key}=`)).map((part) => part.slice(key.length + 1))
  const signatures = valuesOf("v1")
  const [timestamp, second] = valuesOf("t")
  if (timestamp === undefined || second !== undefined || signatures.length === 0)
    throw malformed("x-service-signature")
  return {
    scheme: "service",
    timestamp: seconds(timestamp, "x-service-signature"),
    prefix: `${timestamp}.`,
    signatures
  }
}

export const claimOf = (headers: WebhookHeaders): Claim => {
  const standard = headerOf(headers, "webhook-signature")
  if (standard !== undefined) return standardClaim(headers, standard)
  const service = headerOf(headers, "x-service-signature")
  if (service !== undefined) return serviceClaim(service)
  throw new WebhookVerificationFailed(
    "missing_header",
    "The request has neither webhook-signature nor x-service-signature. Pass the headers of the request as you received them; if they are " +
      "complete, the request is not from Telemark, or a proxy removes these headers."
  )
}
