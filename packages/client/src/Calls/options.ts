import { InvalidOptions } from "../Errors/index.js"

/** How long a call may take and how often it is repeated. */
export interface CallLimits {
  /** How long one attempt may take, in milliseconds, until its answer is read; 30000 by default. */
  readonly timeoutMillis?: number | undefined
  /** How often a call is repeated at most, 0 to 10; 2 by default. */
  readonly retries?: number | undefined
}

/** What calls that send can be given beside the rest. */
export interface SendOptions {
  /**
   * 1 to 255 characters of ASCII that stand for this send, such as `order-1042`. Called again with the same key within 24 h, the service
   * sends nothing and answers with the first result. Without one the client makes a key for the call, which covers its own repetitions
   * but not those of your program.
   */
  readonly idempotencyKey?: string | undefined
}

/** The part of `fetch` that requests are made with. Another one is called with the same URL and options as the platform's. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** What a client needs to know of its service. */
export interface ServiceOptions extends CallLimits {
  /** Where the service is, up to and with the version: `https://mail.example.com/v1`. */
  readonly baseUrl: string
  /** `tmk_…`. */
  readonly apiKey: string
  /** What to make requests with instead of the global `fetch`. */
  readonly fetch?: FetchLike | undefined
}

/** The limits of a call, all of them. */
export interface Limits {
  readonly timeoutMillis: number
  readonly retries: number
}

/** A service that can be called. */
export interface Service {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: FetchLike
  readonly limits: Limits
}

/** The longest that timers of JavaScript can wait. */
const maxWait = 2 ** 31 - 1

/** The limits that were given, over others. Throws `InvalidOptions`. */
export const limitsOf = ({ retries, timeoutMillis }: CallLimits, others: Limits): Limits => {
  const limits = { retries: retries ?? others.retries, timeoutMillis: timeoutMillis ?? others.timeoutMillis }
  if (!(limits.timeoutMillis > 0 && limits.timeoutMillis <= maxWait)) {
    throw new InvalidOptions(`timeoutMillis must be a number of milliseconds above 0, at most ${String(maxWait)}.`)
  }
  if (!Number.isInteger(limits.retries) || limits.retries < 0 || limits.retries > 10) {
    throw new InvalidOptions("retries must be a whole number from 0 to 10.")
  }
  return limits
}

const defaults: Limits = { timeoutMillis: 30_000, retries: 2 }

/** Not by `URL.canParse`: in Node 20, once the compiler has optimized its caller, that refuses every URL with a letter such as `ü`. */
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
  const isGood = url !== undefined && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === ""
  if (isGood && path.endsWith("/v1")) return url.origin + path
  throw new InvalidOptions("baseUrl must be an http or https URL that ends in /v1, such as https://mail.example.com/v1, without user name, query and fragment.")
}

const apiKeyOf = (given: unknown): string => {
  // What is no header's value would be refused by fetch, in a message that repeats it.
  if (typeof given === "string" && /^tmk_[!-~]{1,500}$/.test(given)) return given
  throw new InvalidOptions("apiKey must be a whole key, from tmk_ to the end, without quotation marks, white space or a line break. Is the variable set that it comes from?")
}

/** The service that the options describe. Throws `InvalidOptions`. */
export const serviceOf = (options: ServiceOptions): Service => ({
  baseUrl: baseUrlOf(options.baseUrl),
  apiKey: apiKeyOf(options.apiKey),
  // Looked up when it is called: whoever instruments or replaces it may do so later.
  fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  limits: limitsOf(options, defaults)
})
