export interface Answer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

const encoder = new TextEncoder()

export const jsonAnswer = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer => {
  const body = encoder.encode(JSON.stringify(value))
  return { status, headers: { "content-type": "application/json", "content-length": String(body.length), ...headers }, body }
}

export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({ ...answer, headers: { ...answer.headers, ...headers } })
