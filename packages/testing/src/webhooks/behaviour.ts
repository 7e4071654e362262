import type { OutgoingHttpHeaders, ServerResponse } from "node:http"

export type WebhookBehaviour =
  | {
      readonly status: number
      readonly body?: string
      readonly headers?: OutgoingHttpHeaders
      /** One by one; replaces `body`. */
      readonly chunks?: ReadonlyArray<string | Uint8Array>
    }
  | "stall"
  /** The status and half a body, then nothing. */
  | "stallBody"
  /** The status, then one octet every 20 ms without end. */
  | "drip"
  /** No answer. */
  | "reset"
  /** Announces 100 octets, sends 10. */
  | "closeHalfway"
  /** 302 to this URL. */
  | { readonly redirect: string }
  /** 200 with so many octets. */
  | { readonly large: number }
  /** Instead of an HTTP response. */
  | { readonly raw: string }

const announced = 100

const writeInTurn = (
  response: ServerResponse,
  [next, ...others]: ReadonlyArray<string | Uint8Array>
): void => {
  if (next === undefined) response.end()
  else response.write(next, () => writeInTurn(response, others))
}

const drip = (response: ServerResponse): void => {
  response.writeHead(200)
  const timer = setInterval(() => response.write("."), 20)
  response.once("close", () => clearInterval(timer))
}

const writeNamed = (
  response: ServerResponse,
  behaviour: Extract<WebhookBehaviour, string>
): void => {
  switch (behaviour) {
    case "stall":
      return
    case "stallBody":
      response.writeHead(200, { "content-length": announced }).write("x".repeat(announced / 2))
      return
    case "drip":
      return drip(response)
    case "reset":
      response.socket?.destroy()
      return
    case "closeHalfway":
      response
        .writeHead(200, { "content-length": announced })
        .write("x".repeat(announced / 10), () => response.socket?.destroySoon())
  }
}

export const behave = (response: ServerResponse, behaviour: WebhookBehaviour): void => {
  if (typeof behaviour === "string") writeNamed(response, behaviour)
  else if ("redirect" in behaviour) response.writeHead(302, { location: behaviour.redirect }).end()
  else if ("large" in behaviour) response.writeHead(200).end(Buffer.alloc(behaviour.large, "x"))
  else if ("raw" in behaviour) response.socket?.end(behaviour.raw, "latin1")
  else {
    response.writeHead(behaviour.status, behaviour.headers)
    writeInTurn(
      response,
      behaviour.chunks ?? (behaviour.body === undefined ? [] : [behaviour.body])
    )
  }
}
