import { ConnectionFailed } from "../errors/TelemarkError.js"
import { type Answer, readAnswer } from "./answer.js"
import type { Prepared } from "./request.js"

const isWord = (value: unknown): value is string =>
  typeof value === "string" && /^(?!tmk_)[a-z]\w{0,59}$/i.test(value)

/** Such as `TypeError, ECONNREFUSED`. */
const explain = (error: unknown): string => {
  const { cause, code, name } = Object(error) as {
    readonly cause?: unknown
    readonly code?: unknown
    readonly name?: unknown
  }
  // No message: in Deno and node-fetch it contains the URL, which may contain an address.
  const words = [
    ...new Set([name, code, (Object(cause) as { readonly code?: unknown }).code])
  ].filter(isWord)
  return `fetch failed${words.length === 0 ? "" : ` (${words.join(", ")})`}. Check baseUrl, and that the service can be reached from here.`
}

/** Rejects only with `ConnectionFailed`. */
export const exchange = async <A>(
  { body, call, headers, requestId, service, url }: Prepared<unknown>,
  signal: AbortSignal,
  use: (response: Response) => A | Promise<A>
): Promise<A> => {
  // A local function: browsers' fetch can't be called as a method.
  const { fetch } = service
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: { ...headers },
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body })
    })
    return await use(response)
  } catch (error) {
    throw new ConnectionFailed(explain(error), { requestId })
  }
}

export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text()
})

/** Rejects only with errors of this client. */
export const attempt = async <A>(request: Prepared<A>, signal: AbortSignal): Promise<A> => {
  const answer = await exchange(request, signal, answerOf)
  const reading = readAnswer(answer, request.requestId, request.call.read)
  if (reading._tag === "Bad") throw reading.error
  return reading.value
}
