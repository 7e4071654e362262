import { expect } from "vitest"
import type { Host } from "./host.js"

export interface CallOptions {
  /** Another key than the host's; null: none. */
  readonly key?: string | null
  /** Sent as JSON. */
  readonly json?: unknown
  readonly body?: RequestInit["body"]
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON, to be compared whole; undefined if it isn't. */
  readonly json: unknown
}

/** Calls a host's API. Paths begin behind `/v1`. */
export interface Api {
  readonly host: Host
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
}

const readJson = (response: Response, text: string): unknown =>
  response.headers.get("content-type") === "application/json" && text !== ""
    ? JSON.parse(text)
    : undefined

const headersOf = (
  { headers, json, key }: CallOptions,
  ownKey: string
): Record<string, string> => ({
  ...(key === null ? {} : { authorization: `Bearer ${key ?? ownKey}` }),
  ...(json === undefined ? {} : { "content-type": "application/json" }),
  ...headers
})

export const makeApi = (host: Host): Api => ({
  host,
  call: async (method, path, options = {}) => {
    const { body, json, signal } = options
    const ask = host.fetch ?? fetch
    const response = await ask(host.url + path, {
      method,
      headers: headersOf(options, host.key),
      ...(signal === undefined ? {} : { signal }),
      ...(json === undefined
        ? body === undefined
          ? {}
          : { body, duplex: "half" }
        : { body: JSON.stringify(json) })
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: readJson(response, text)
    }
  }
})

/**
 * Status and body, to be compared together. An error also says what to do, in a sentence that must
 * be there and isn't compared.
 */
export const told = ({ json, status }: Answer): readonly [number, unknown] => {
  if (status < 400 || typeof json !== "object" || json === null) return [status, json]
  const { message, ...compared } = json as Readonly<Record<string, unknown>>
  expect(message).toEqual(expect.stringMatching(/\S/))
  return [status, compared]
}

/** The member of that name of an answer's body. */
export const member = (answer: Answer, name: string): unknown =>
  typeof answer.json === "object" && answer.json !== null
    ? (answer.json as Readonly<Record<string, unknown>>)[name]
    : undefined
