import fastify from "fastify"
import type { AddressInfo } from "node:net"
import { startWith, testHost } from "../src/index.js"

testHost(
  "Fastify 5 with its own parsers",
  startWith(async (telemark) => {
    const app = fastify({ forceCloseConnections: true })
    app.register(telemark.fastifyPlugin, { prefix: "/v1" })
    await app.listen({ port: 0, host: "127.0.0.1" })
    return { port: (app.server.address() as AddressInfo).port, end: () => app.close() }
  })
)
