import { Buffer } from "node:buffer"

export interface Answer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Text is in UTF-8. Node writes it together with the head, in one piece. */
  readonly body: Uint8Array | string | undefined
}

export const jsonAnswer = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer => {
  const body = JSON.stringify(value)
  return { status, headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers }, body }
}

export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({ ...answer, headers: { ...answer.headers, ...headers } })
