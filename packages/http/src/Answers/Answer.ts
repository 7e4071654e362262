/** What a request is answered, whichever host sends it. */
export interface Answer {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: there is none. */
  readonly body: Uint8Array | undefined
}

const encoder = new TextEncoder()

/** An answer whose body is this value as JSON. */
export const jsonAnswer = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer => {
  const body = encoder.encode(JSON.stringify(value))
  return { status, headers: { "content-type": "application/json", "content-length": String(body.length), ...headers }, body }
}

/** An answer without a body. */
export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

/** An answer with these headers too. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({ ...answer, headers: { ...answer.headers, ...headers } })
