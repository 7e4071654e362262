import { parseUrl } from "@telemark/contract"
import { Clock, Data, Duration, Effect } from "effect"
import { request } from "node:http"
import type { Socket } from "node:net"
import { startTls, type Trust } from "../connection/startTls.js"
import type { NetworkGuardService } from "./NetworkGuard.js"

/** No connection, no TLS, no complete answer in time, or one that is too large. */
export class GetFailed extends Data.TaggedError("GetFailed")<{}> {}

export interface GetAnswer {
  readonly status: number
  readonly body: string
}

export interface GetOptions extends Trust {
  /** From resolving the host to the end of the answer, in milliseconds. */
  readonly timeoutMillis: number
  /** The largest body to take. */
  readonly maxOctets: number
}

const maxHeaderSize = 16_384

const failed = Effect.fail(new GetFailed())

const exchange = (
  socket: Socket,
  url: URL,
  maxOctets: number
): Effect.Effect<GetAnswer, GetFailed> =>
  Effect.callback<GetAnswer, GetFailed>((resume) => {
    const asked = request({
      method: "GET",
      host: url.hostname,
      path: url.pathname + url.search,
      createConnection: () => socket,
      maxHeaderSize,
      headers: {
        host: url.host,
        "user-agent": "Telemark/1",
        "accept-encoding": "identity",
        connection: "close"
      }
    })
    const fail = (): void => {
      socket.destroy()
      resume(failed)
    }
    asked.on("error", fail)
    asked.once("response", (answer) => {
      const chunks: Array<Buffer> = []
      let octets = 0
      answer.on("data", (chunk: Buffer) => {
        octets += chunk.length
        if (octets > maxOctets) return fail()
        chunks.push(chunk)
      })
      answer.once("error", fail)
      answer.once("close", () => {
        socket.destroy()
        resume(
          answer.complete
            ? Effect.succeed({
                status: answer.statusCode ?? 0,
                body: Buffer.concat(chunks).toString("utf8")
              })
            : failed
        )
      })
    })
    asked.end()
    return Effect.sync(() => {
      asked.destroy()
      socket.destroy()
    })
  })

/**
 * Gets an https address through the guard. Redirects are answers. Proxy settings of the environment
 * are ignored. Check the address first: the guard only keeps the connection off private networks.
 */
export const getThroughGuard = (
  guard: NetworkGuardService,
  address: string,
  { maxOctets, timeoutMillis, ...trust }: GetOptions
): Effect.Effect<GetAnswer, GetFailed> =>
  Effect.suspend(() => {
    const url = parseUrl(address)
    if (url?.protocol !== "https:") return failed
    return guard
      .connect(
        { host: url.hostname, port: Number(url.port || "443") },
        { dns: timeoutMillis, connect: timeoutMillis }
      )
      .pipe(
        Effect.flatMap((socket) => startTls(socket, url.hostname, trust)),
        Effect.flatMap((socket) => exchange(socket, url, maxOctets)),
        Effect.timeout(Duration.millis(timeoutMillis)),
        // Real time, even if a test stops the clock: the network is real too.
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.mapError(() => new GetFailed())
      )
  })
