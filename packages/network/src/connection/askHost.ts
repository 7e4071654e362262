import { Clock, Data, Duration, Effect } from "effect"
import { request } from "node:http"
import type { Socket } from "node:net"
import { ConnectFailed, type ConnectTimeouts } from "./connectTo.js"
import { startTls, type Trust } from "./startTls.js"

/** `policy`: the host's address isn't permitted; `too_large`: the answer is. */
export class AskFailed extends Data.TaggedError("AskFailed")<{
  readonly reason: "policy" | "too_large" | "unreachable"
}> {}

export interface HostAnswer {
  readonly status: number
  readonly body: string
}

export interface AskOptions extends Trust {
  /** From resolving the host to the end of the answer, in milliseconds. */
  readonly timeoutMillis: number
  /** The largest body to take. */
  readonly maxOctets: number
}

export type Question =
  | { readonly method: "GET" }
  | { readonly method: "POST"; readonly contentType: string; readonly body: string }

type Connect = (
  destination: { readonly host: string; readonly port: number },
  timeouts: ConnectTimeouts
) => Effect.Effect<Socket, ConnectFailed>

const maxHeaderSize = 16_384

const unreachable = new AskFailed({ reason: "unreachable" })

const headersOf = (url: URL, question: Question) => ({
  host: url.host,
  "user-agent": "Telemark/1",
  "accept-encoding": "identity",
  connection: "close",
  ...(question.method === "GET"
    ? {}
    : {
        accept: "application/json",
        "content-type": question.contentType,
        "content-length": Buffer.byteLength(question.body)
      })
})

const exchange = (
  socket: Socket,
  url: URL,
  question: Question,
  maxOctets: number
): Effect.Effect<HostAnswer, AskFailed> =>
  Effect.callback<HostAnswer, AskFailed>((resume) => {
    const asked = request({
      method: question.method,
      host: url.hostname,
      path: url.pathname + url.search,
      createConnection: () => socket,
      maxHeaderSize,
      headers: headersOf(url, question)
    })
    const fail = (reason: AskFailed["reason"]): void => {
      socket.destroy()
      resume(Effect.fail(new AskFailed({ reason })))
    }
    asked.on("error", () => {
      fail("unreachable")
    })
    asked.once("response", (answer) => {
      const chunks: Array<Buffer> = []
      let octets = 0
      answer.on("data", (chunk: Buffer) => {
        octets += chunk.length
        if (octets > maxOctets) return fail("too_large")
        chunks.push(chunk)
      })
      answer.once("error", () => {
        fail("unreachable")
      })
      answer.once("close", () => {
        socket.destroy()
        resume(
          answer.complete
            ? Effect.succeed({
                status: answer.statusCode ?? 0,
                body: Buffer.concat(chunks).toString("utf8")
              })
            : Effect.fail(unreachable)
        )
      })
    })
    asked.end(question.method === "GET" ? undefined : question.body)
    return Effect.sync(() => {
      asked.destroy()
      socket.destroy()
    })
  })

/**
 * Asks a host over HTTP/1.1 on a connection of its own, with TLS if its URL says so. Redirects are
 * answers. Proxy settings of the environment are ignored. `connect` decides which hosts are
 * permitted.
 */
export const askHost = (
  connect: Connect,
  url: URL,
  question: Question,
  { maxOctets, timeoutMillis, ...trust }: AskOptions
): Effect.Effect<HostAnswer, AskFailed> => {
  const isSecure = url.protocol === "https:"
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  return connect(
    { host: url.hostname, port: Number(url.port || (isSecure ? "443" : "80")) },
    { dns: timeoutMillis, connect: timeoutMillis }
  ).pipe(
    Effect.flatMap((socket): Effect.Effect<Socket, unknown> =>
      isSecure ? startTls(socket, host, trust) : Effect.succeed(socket)
    ),
    Effect.flatMap((socket) => exchange(socket, url, question, maxOctets)),
    Effect.timeout(Duration.millis(timeoutMillis)),
    // Real time, even if a test stops the clock: the network is real too.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.mapError((error) => {
      if (error instanceof AskFailed) return error
      return error instanceof ConnectFailed && error.reason === "policy"
        ? new AskFailed({ reason: "policy" })
        : unreachable
    })
  )
}
