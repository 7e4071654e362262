import { startSmtpPeer, startWebhookPeer } from "@telemark/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { serve, start, stop, temporaryDirectory } from "./support/telemark.js"

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: object }>
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
  }>
}

/** A collector that keeps the spans that come, and what else. */
const startCollector = async () => {
  const spans: Array<Span> = []
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part
    })
    request.on("end", () => {
      bodies.push(body)
      if (request.url === "/v1/traces")
        for (const { scopeSpans } of (JSON.parse(body) as Export).resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  onTestFinished(() => {
    server.close()
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    bodies
  }
}

const trace = "0af7651916cd43dd8448eb211c80319c"

describe("a trace", () => {
  it("leads from the caller's request through the log to another process, its SMTP and the webhook", async () => {
    const [collector, relay, endpoint] = await Promise.all([
      startCollector(),
      startSmtpPeer(),
      startWebhookPeer()
    ])
    onTestFinished(async () => {
      await Promise.all([relay.close(), endpoint.close()])
    })
    const directory = temporaryDirectory()
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TELEMARK_SMTP_URL: `${relay.url}?tls=none`,
      TELEMARK_ALLOW_NETWORKS: "127.0.0.1/32"
    }
    const server = await serve(directory, environment, ["--no-worker"])
    const { first_start, url } = server.document
    const post = async (path: string, body: object, traceparent?: string) => {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${first_start?.key ?? ""}`,
          "content-type": "application/json",
          ...(traceparent === undefined ? {} : { traceparent })
        },
        body: JSON.stringify(body)
      })
      expect(response.status).toBe(201)
    }
    await post("/webhook-endpoints", { url: endpoint.url, events: ["email.sent"] })
    await post(
      "/emails/send",
      { from: "shop@example.com", to: "ada@example.com", text: "hello" },
      `00-${trace}-b7ad6b7169203331-01`
    )
    expect((await stop(server)).code).toBe(0)

    const worker = start(["worker"], directory, environment)
    await expect.poll(() => endpoint.requests).toHaveLength(1)
    expect((await stop(worker)).code).toBe(0)

    const ofTrace = collector.spans.filter(({ traceId }) => traceId === trace)
    const named = (name: string): Span =>
      ofTrace.find((span) => span.name === name) ?? expect.fail(`there is no span ${name}`)
    const request = named("http.server POST")
    expect(request.parentSpanId).toBe("b7ad6b7169203331")
    const attempt = named("telemark.attempt")
    expect(named("telemark.smtp").parentSpanId).toBe(attempt.spanId)
    const webhook = named("telemark.webhook")
    // Below the request, which may have spans of its own between.
    const parents = new Map(ofTrace.map(({ parentSpanId, spanId }) => [spanId, parentSpanId]))
    for (const { parentSpanId } of [attempt, webhook]) {
      let above = parentSpanId
      while (above !== undefined && above !== request.spanId) above = parents.get(above)
      expect(above).toBe(request.spanId)
    }
    expect(attempt.attributes).toEqual(
      expect.arrayContaining([{ key: "telemark.outcome", value: { stringValue: "sent" } }])
    )
    expect(endpoint.requests[0]?.headers["traceparent"]).toBe(`00-${trace}-${webhook.spanId}-01`)
    expect(collector.bodies.join("\n")).not.toMatch(/ada@|shop@|tmk_/)
  })
})
