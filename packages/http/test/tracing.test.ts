import { HttpTracing } from "@telemark/http"
import { Effect, Layer, Option, Tracer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { hostsOfRun, type Service, startService } from "./support/service.js"

describe.each(hostsOfRun)("tracing behind %s", (host) => {
  let service: Service | undefined
  const spans: Array<Tracer.Span> = []
  const plain = Effect.runSync(Effect.tracer)
  const listening = Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        const span = plain.span(options)
        if (options.name.startsWith("http.server")) spans.push(span)
        return span
      }
    })
  )
  afterEach(async () => {
    await service?.close()
    spans.length = 0
  })

  it("is off by default", async () => {
    service = await startService({ host, around: listening })
    await service.call("GET", "/healthz")
    expect(spans).toEqual([])
  })

  it("makes a span of each request, a child of the caller's, without addresses or keys", async () => {
    service = await startService({
      host,
      around: Layer.merge(listening, Layer.succeed(HttpTracing, true))
    })
    const {
      key: { key }
    } = await service.newAccount()
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    await service.call("GET", "/v1/suppressions/check/ada@example.com", {
      key,
      headers: { traceparent, "x-request-id": "req-1" }
    })
    const [span] = spans
    expect(span).toMatchObject({
      name: "http.server GET",
      kind: "server",
      traceId: "0af7651916cd43dd8448eb211c80319c"
    })
    expect(
      span === undefined ? undefined : Option.map(span.parent, ({ spanId }) => spanId)
    ).toEqual(Option.some("b7ad6b7169203331"))
    expect(Object.fromEntries(span?.attributes ?? [])).toEqual({
      "http.request.method": "GET",
      "request.id": "req-1",
      "http.route": "/v1/suppressions/check/:email",
      "http.response.status_code": 200
    })
  })
})
