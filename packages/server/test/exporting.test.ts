import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { collectorOf, layerExporting } from "../src/telemetry.js"

const password = "s3cret-of-the-collector"

describe("exporting", () => {
  let close: (() => void) | undefined
  afterEach(() => {
    close?.()
    close = undefined
  })

  /** A collector that notes what comes. */
  const listen = async () => {
    const requests: Array<IncomingMessage> = []
    const server = createServer((request, response) => {
      requests.push(request)
      request.resume().on("end", () => response.end("{}"))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    close = () => server.close()
    return { port: (server.address() as AddressInfo).port, requests }
  }

  it("logs in at the collector with what its URL has, in a header", async () => {
    const { port, requests } = await listen()
    const exporting = layerExporting(`http://user:${password}@127.0.0.1:${String(port)}/`, "1.0.0")
    await Effect.runPromise(
      Effect.void.pipe(Effect.withSpan("something"), Effect.provide(exporting))
    )
    const traces = requests.find(({ url }) => url === "/v1/traces")
    expect(traces?.headers.authorization).toBe(
      `Basic ${Buffer.from(`user:${password}`).toString("base64")}`
    )
  })

  it("has no password in the URL, which is what is logged of a failed export, and reads what is escaped in it", () => {
    expect(collectorOf("https://a%40b:c%3Ad@otlp.example/path/")).toEqual({
      baseUrl: "https://otlp.example/path",
      headers: { authorization: `Basic ${Buffer.from("a@b:c:d").toString("base64")}` }
    })
    // It kept the server and every command from starting.
    expect(collectorOf("http://u:50%off@otlp.example").headers).toEqual({
      authorization: `Basic ${Buffer.from("u:50%off").toString("base64")}`
    })
    expect(collectorOf("http://localhost:4318")).toEqual({
      baseUrl: "http://localhost:4318",
      headers: {}
    })
  })
})
