import { describe, expect, it } from "@effect/vitest"
import { Tracer } from "effect"
import { spanOf, traceparentOf } from "../../src/kernel/traceparent.js"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"

describe("traceparent", () => {
  it.each([
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `00-${traceId}-${spanId}`,
    "0".repeat(100_000),
    ""
  ])("names no span: %.60s", (text) => {
    expect(spanOf(text)).toBeUndefined()
  })

  it("is read again as it was written, also of a trace of B3 with a short id", () => {
    const short = traceId.slice(16)
    for (const [id, sampled] of [
      [traceId, true],
      [short, false]
    ] as const)
      expect(
        spanOf(traceparentOf(Tracer.externalSpan({ traceId: id, spanId, sampled })))
      ).toMatchObject({ traceId: id.padStart(32, "0"), spanId, sampled })
  })
})
