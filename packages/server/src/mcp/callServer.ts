import { Effect, Redacted } from "effect"
import type { ToolRequest } from "./tools.js"

export interface ServerAddress {
  /** Without `/v1`, and without a slash at its end. */
  readonly url: string
  readonly key: Redacted.Redacted
  readonly version: string
}

export interface ServerAnswer {
  /** 0 if there was none. */
  readonly status: number
  readonly text: string
}

/** For the whole answer. */
const patience = 30_000

/** Octets of an answer that are read. */
const maxRead = 16 * 1024 * 1024

const readBounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  let octets = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    octets += piece.length
    if (octets > maxRead) break
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

/** Never fails: an agent is told what became of it. Redirects would lead the key elsewhere. */
export const makeCallServer =
  ({ key, url, version }: ServerAddress) =>
  ({ body, method, path }: ToolRequest): Effect.Effect<ServerAnswer> =>
    Effect.promise(async (signal) => {
      try {
        const response = await fetch(`${url}/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${Redacted.value(key)}`,
            "user-agent": `telemark-mcp/${version}`,
            ...(body === undefined ? {} : { "content-type": "application/json" })
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          redirect: "error",
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience)])
        })
        return { status: response.status, text: await readBounded(response) }
      } catch {
        return {
          status: 0,
          text: `The server at ${url} didn't answer. Check TELEMARK_URL, and whether it runs.`
        }
      }
    })
