import { InvalidOptions } from "../errors/TelemarkError.js"

export interface CallLimits {
  /** Milliseconds of one attempt, reading the answer included; 30000 by default. */
  readonly timeoutMillis?: number | undefined
  /** Repetitions, 0 to 10; 2 by default. */
  readonly retries?: number | undefined
}

/** Options of calls that send. */
export interface SendOptions {
  /**
   * 1 to 255 ASCII characters that identify this send, such as `order-1042`. A second call with the
   * same key within 24 h sends nothing and returns the first result. By default the client
   * generates a key per call, which covers its own repetitions but not your program's.
   */
  readonly idempotencyKey?: string | undefined
}

/** The part of `fetch` that the client uses. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Options of a client. */
export interface ServiceOptions extends CallLimits {
  /** Up to and including the version: `https://mail.example.com/v1`. */
  readonly baseUrl: string
  /**
   * `tmk_…`. Null sends no key: for pages of the server itself, whose cookie says who is signed in.
   */
  readonly apiKey: string | null
  /** Instead of the global `fetch`. */
  readonly fetch?: FetchLike | undefined
}

export interface Limits {
  readonly timeoutMillis: number
  readonly retries: number
}

export interface Service {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly fetch: FetchLike
  readonly limits: Limits
}

/** The longest that JavaScript's timers wait. */
const maxWait = 2 ** 31 - 1

/** Throws `InvalidOptions`. */
export const limitsOf = ({ retries, timeoutMillis }: CallLimits, others: Limits): Limits => {
  const limits = {
    retries: retries ?? others.retries,
    timeoutMillis: timeoutMillis ?? others.timeoutMillis
  }
  if (!(limits.timeoutMillis > 0 && limits.timeoutMillis <= maxWait)) {
    throw new InvalidOptions(
      `timeoutMillis must be a number of milliseconds above 0, at most ${String(maxWait)}.`
    )
  }
  if (!Number.isInteger(limits.retries) || limits.retries < 0 || limits.retries > 10) {
    throw new InvalidOptions("retries must be a whole number from 0 to 10.")
  }
  return limits
}

const defaults: Limits = { timeoutMillis: 30_000, retries: 2 }

/**
 * Not `URL.canParse`: in Node 20, once its caller is optimized, it refuses every URL with a letter
 * such as `ü`.
 */
const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const baseUrlOf = (given: unknown): string => {
  const url = typeof given === "string" ? parseUrl(given) : undefined
  const path = url?.pathname.replace(/\/+$/, "") ?? ""
  const isGood =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ""
  if (isGood && path.endsWith("/v1")) return url.origin + path
  throw new InvalidOptions(
    "baseUrl must be an http or https URL that ends in /v1, such as https://mail.example.com/v1, without user name, query and fragment."
  )
}

const apiKeyOf = (given: unknown): string | null => {
  if (given === null) return null
  // fetch would refuse it with a message that repeats the key.
  if (typeof given === "string" && /^tmk_[!-~]{1,500}$/.test(given)) return given
  throw new InvalidOptions(
    "apiKey must be a whole key, from tmk_ to the end, without quotation marks, white space or a line break. Check that the variable that it comes from is set."
  )
}

/** Throws `InvalidOptions`. */
export const serviceOf = (options: ServiceOptions): Service => ({
  baseUrl: baseUrlOf(options.baseUrl),
  apiKey: apiKeyOf(options.apiKey),
  // Looked up at each call: instrumentation may replace it later.
  fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  limits: limitsOf(options, defaults)
})
