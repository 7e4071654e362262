import { errorOf, type Refusal } from "../errors/errorOf.js"
import { ConnectionFailed, UnexpectedAnswer } from "../errors/TelemarkError.js"
import { isJsonObject } from "../json.js"
import type { Call } from "./Call.js"

export interface Answer {
  /** 0 in browsers for a redirect that wasn't followed. */
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: string
}

export type Reading<A> =
  | { readonly _tag: "Good"; readonly value: A }
  | { readonly _tag: "Bad"; readonly error: Refusal | ConnectionFailed | UnexpectedAnswer }

/**
 * Seconds or a date (RFC 9110 10.2.3), which is compared with the answer's Date, since clocks
 * differ.
 */
const retryAfterOf = ({ get }: Answer["headers"]): number | undefined => {
  const text = get("retry-after")?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // Date.parse also accepts texts such as -5.
  if (!/^[A-Z][a-z]+,? /.test(text)) return undefined
  const now = Date.parse(get("date") ?? "")
  const seconds = Math.ceil((Date.parse(text) - (Number.isNaN(now) ? Date.now() : now)) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const whatCame = (contentType: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(contentType)?.[0] ?? "something without a content type"

const redirected =
  "The base URL answers with a redirect. Set it to the target of the redirect: the client follows no redirects, so that keys and mail go nowhere else."

/** `read` reads the body of a good answer. `sentId` is the request's id. */
export const readAnswer = <A>(
  { headers, status, text }: Answer,
  sentId: string,
  read: Call<A>["read"]
): Reading<A> => {
  const get = (name: string) => headers.get(name)
  const givenId = get("x-request-id") ?? ""
  const facts = {
    status,
    retryAfterSeconds: retryAfterOf({ get }),
    requestId: /^[!-~]{1,128}$/.test(givenId) ? givenId : sentId
  }
  const contentType = get("content-type") ?? ""
  const body = isJson(contentType) ? parse(text) : undefined
  const isGood = status >= 200 && status < 300
  const value = isGood && isJsonObject(body) ? read(body) : undefined
  if (value !== undefined) return { _tag: "Good", value }
  if (isGood && isJson(contentType) && body === undefined)
    return { _tag: "Bad", error: new ConnectionFailed("it was cut off.", facts) }
  if (status === 0 || (status >= 300 && status < 400))
    return { _tag: "Bad", error: new UnexpectedAnswer(redirected, facts) }
  const reason = `The answer is not Telemark's: ${whatCame(contentType)} with status ${String(status)}. Check baseUrl, and any proxy in between.`
  return {
    _tag: "Bad",
    error: (isGood ? undefined : errorOf(body, facts)) ?? new UnexpectedAnswer(reason, facts)
  }
}
