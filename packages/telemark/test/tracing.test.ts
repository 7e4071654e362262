import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Tracer } from "effect"
import { createTelemark, type TracingOptions } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const parentId = "b7ad6b7169203331"

/** Keeps the spans that begin. */
const notingTracer = () => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}

const opened = async (tracing: TracingOptions | undefined) => {
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    logLevel: "None",
    tracing
  })
  onTestFinished(() => telemark.close())
  return telemark
}

const mail = { to: "ada@example.com", subject: "Hello", text: "It works." }

describe("the option tracing", () => {
  it("makes attempts part of the trace in which the application has sent", async () => {
    const { spans, tracer } = notingTracer()
    let present: string | undefined = `00-${traceId}-${parentId}-01`
    const telemark = await opened({ tracer, parent: () => present })
    await telemark.emails.send(mail)
    present = undefined
    await telemark.emails.send(mail)
    await telemark.deliverDue()
    const attempts = spans.filter(({ name }) => name === "telemark.attempt")
    expect(attempts.map((span) => span.traceId === traceId)).toEqual([true, false])
    const conversations = spans.filter(({ name }) => name === "telemark.smtp")
    expect(conversations.map((span) => span.traceId)).toEqual(attempts.map((span) => span.traceId))
    const kept = spans.map(({ attributes }) => JSON.stringify([...attributes])).join("\n")
    expect(kept).not.toMatch(/ada@|shop@/)
  })

  it("needs a tracer", async () => {
    await expect(opened({} as TracingOptions)).rejects.toMatchObject({
      _tag: "ValidationFailed",
      details: { tracing: [expect.stringContaining("@effect/opentelemetry")] }
    })
  })
})
