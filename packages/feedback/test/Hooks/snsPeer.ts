import { connectTo, type NetworkGuardService } from "@telemark/network"
import { Effect } from "effect"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { generate } from "selfsigned"
import { snsKeys } from "../Providers/support.js"

/** Making a key takes longer than most tests that call the peer. */
const certificates = new Map<string, ReturnType<typeof generate>>()

const certificateOf = (host: string) => {
  const known = certificates.get(host)
  if (known !== undefined) return known
  const made = generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }]
  })
  certificates.set(host, made)
  return made
}

/**
 * A peer that stands in for Amazon SNS, and a guard that counts connections and leads all of them
 * there.
 */
export const startSns = async (host = "sns.eu-west-1.amazonaws.com") => {
  const { cert, private: key } = await certificateOf(host)
  const asked: Array<string> = []
  const connections: Array<string> = []
  /** What the next requests are answered. */
  const answers = { status: 200, headers: {}, pem: snsKeys.cert }
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(`${request.method ?? ""} https://${request.headers.host ?? ""}${request.url ?? ""}`)
    response.writeHead(answers.status, answers.headers)
    response.end(
      request.url?.endsWith(".pem") === true ? answers.pem : "<ConfirmSubscriptionResponse/>"
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  const guard: NetworkGuardService = {
    resolve: () => Effect.succeed(["127.0.0.1"]),
    connect: (to, timeouts) =>
      Effect.suspend(() => {
        connections.push(`${to.host}:${String(to.port)}`)
        return connectTo(["127.0.0.1"], port, timeouts)
      })
  }
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })
  return { answers, asked, ca: cert, close, connections, guard }
}

export type SnsPeer = Awaited<ReturnType<typeof startSns>>
