import { ConnectionFailed } from "../Errors/index.js"
import { type Answer, readAnswer } from "./answer.js"
import type { Prepared } from "./request.js"

const isWord = (value: unknown): value is string =>
  typeof value === "string" && /^(?!tmk_)[a-z]\w{0,59}$/i.test(value)

/** Name and codes of a failure of fetch, such as `TypeError, ECONNREFUSED`. */
export const explain = (error: unknown): string => {
  const { cause, code, name } = Object(error) as {
    readonly cause?: unknown
    readonly code?: unknown
    readonly name?: unknown
  }
  // Without its message: in Deno and node-fetch it contains the URL, which may contain an address.
  const words = [
    ...new Set([name, code, (Object(cause) as { readonly code?: unknown }).code])
  ].filter(isWord)
  return `fetch failed${words.length === 0 ? "" : ` (${words.join(", ")})`}. Check baseUrl, and that the service can be reached from here.`
}

/** Makes one request. Rejects only with errors of this client. */
export const attempt = async <A>(
  { body, call, headers, requestId, service, url }: Prepared<A>,
  signal: AbortSignal
): Promise<A> => {
  // A local function: the fetch of browsers can't be called as a method.
  const { fetch } = service
  let answer: Answer
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: { ...headers },
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body })
    })
    answer = { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw new ConnectionFailed(explain(error), { requestId })
  }
  const reading = readAnswer(answer, requestId, call.read)
  if (reading._tag === "Bad") throw reading.error
  return reading.value
}
