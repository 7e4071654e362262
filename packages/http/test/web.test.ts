import { unavailable, webHandler } from "@telemark/http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"

const unread = [
  400,
  {
    error: "Validation failed",
    message: expect.any(String),
    details: { body: ["did not arrive completely"] }
  }
]
const url = "https://mail.example.com/v1/emails/send"

describe("the web handler", () => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService({ host: "webHandler" })
    key = (await service.newAccount()).key.key
  })
  afterAll(() => service.close())

  const post = (body: string | ReadableStream<Uint8Array>, signal: AbortSignal | null = null) => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body,
      signal,
      duplex: "half"
    }
    return new Request(url, init)
  }

  it("waits no longer for a body whose client has hung up, even if the host's stream never ends", async () => {
    const handle = await service.runtime.runPromise(webHandler)
    const aborter = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (aborter.signal.aborted) await new Promise(() => undefined)
        controller.enqueue(new Uint8Array([0x20]))
        aborter.abort()
      }
    })
    const answer = await handle(post(body, aborter.signal))
    expect([answer.status, await answer.json()]).toEqual(unread)
    const gone = await handle(post(new ReadableStream({}), AbortSignal.abort()))
    expect([gone.status, await gone.json()]).toEqual(unread)
  })

  it("refuses a body that somebody else has begun to read", async () => {
    const handle = await service.runtime.runPromise(webHandler)
    const request = post(JSON.stringify({ to: "ada@example.com", text: "x" }))
    request.body?.getReader()
    const answer = await handle(request)
    expect([answer.status, await answer.json()]).toEqual(unread)
  })
})

describe("a service that is closed", () => {
  it("answers as it does where the storage is away", async () => {
    const answer = await unavailable.web(new Request(url, { headers: { "x-request-id": "req-7" } }))
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: "Service unavailable", message: expect.stringContaining("try again") as unknown }
    ])
    expect([
      answer.headers.get("x-request-id"),
      answer.headers.get("retry-after"),
      answer.headers.get("x-content-type-options"),
      answer.headers.get("connection")
    ]).toEqual(["req-7", "1", "nosniff", null])
    expect((await unavailable.web(new Request(url, { method: "HEAD" }))).body).toBeNull()
  })
})
