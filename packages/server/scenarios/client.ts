import type { Email, SendRequest, SendResult } from "@telemark/core"

export interface Answer<A> {
  readonly status: number
  readonly headers: Headers
  readonly body: A
}

/** A caller of a server, with its key. */
export interface Client {
  readonly send: (
    request: SendRequest,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer<SendResult>>
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer<unknown>>
  readonly put: (path: string, body: unknown) => Promise<Answer<unknown>>
  readonly patch: (path: string, body: unknown) => Promise<Answer<unknown>>
  readonly get: <A>(path: string) => Promise<Answer<A>>
  readonly remove: (path: string) => Promise<Answer<unknown>>
  readonly email: (id: string) => Promise<Email>
}

export const clientOf = (url: string, key: string): Client => {
  const call = async <A>(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>>
  ): Promise<Answer<A>> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as A
    }
  }
  return {
    send: (request, headers = {}) => call("POST", "/emails/send", request, headers),
    post: (path, body, headers = {}) => call("POST", path, body, headers),
    put: (path, body) => call("PUT", path, body, {}),
    patch: (path, body) => call("PATCH", path, body, {}),
    get: (path) => call("GET", path, undefined, {}),
    remove: (path) => call("DELETE", path, undefined, {}),
    email: async (id) => (await call<Email>("GET", `/emails/${id}`, undefined, {})).body
  }
}
