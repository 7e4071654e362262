import { Effect } from "effect"
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** A server that others wrote. */
export const otherServer = (options: SMTPServerOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => {
      const received: Array<{
        readonly from: string
        readonly to: string
        readonly source: string
      }> = []
      const server = new SMTPServer({
        ...options,
        logger: false,
        onData: (stream, { envelope }, done) => {
          const chunks: Array<Buffer> = []
          stream
            .on("data", (chunk: Buffer) => chunks.push(chunk))
            .on("end", () => {
              const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address
              received.push({
                from,
                to: envelope.rcptTo.map(({ address }) => address).join(),
                source: Buffer.concat(chunks).toString("utf8")
              })
              done()
            })
        }
      })
      return new Promise<{
        readonly server: SMTPServer
        readonly received: typeof received
        readonly port: number
      }>((resolve) => {
        const listener = server.listen(0, "127.0.0.1", () =>
          resolve({ server, received, port: (listener.address() as AddressInfo).port })
        )
      })
    }),
    ({ server }) =>
      Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )
