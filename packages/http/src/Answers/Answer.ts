/** What a request is answered, whichever host sends it. */
export interface Answer {
  readonly status: number
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: there is none. */
  readonly body: Uint8Array | undefined
}

const encoder = new TextEncoder()

/** An answer whose body is this text. */
export const textAnswer = (status: number, contentType: string, text: string, headers?: Readonly<Record<string, string>>): Answer => {
  const body = encoder.encode(text)
  return { status, headers: { "content-type": contentType, "content-length": String(body.length), ...headers }, body }
}

/** An answer whose body is this value as JSON. */
export const jsonAnswer = (status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer =>
  textAnswer(status, "application/json", JSON.stringify(value), headers)

/** An answer without a body. */
export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, body: undefined })

/** An answer with these headers too. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({ ...answer, headers: { ...answer.headers, ...headers } })
