import { Buffer } from "node:buffer"

/**
 * A body that is sent piece by piece, each when the client has room for it. Ended by `return` if
 * the client has gone; rejects if it breaks off.
 */
export type BodyStream = AsyncIterable<Uint8Array | string>

export interface Answer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Text is in UTF-8. Node writes it together with the head, in one piece. */
  readonly body: Uint8Array | string | BodyStream | undefined
}

export const jsonAnswer = (
  status: number,
  value: unknown,
  headers?: Readonly<Record<string, string>>
): Answer => {
  const body = JSON.stringify(value)
  return {
    status,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      ...headers
    },
    body
  }
}

export const isStream = (body: Answer["body"]): body is BodyStream =>
  typeof body === "object" && !(body instanceof Uint8Array)

export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers }
})
