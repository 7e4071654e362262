import { describe, expect, it } from "@effect/vitest"
import { say, startSmtpPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const mail = { from: "ada@fjord.example", subject: "Hello", text: "It works." }

describe("the connections to the relay", () => {
  it("are as many as TELEMARK_SMTP_CONNECTIONS, each for TELEMARK_SMTP_MESSAGES_PER_CONNECTION messages", async () => {
    const relay = await startSmtpPeer()
    onTestFinished(() => relay.close())
    const server = await startServing(temporaryDirectory(), {
      TELEMARK_SMTP_URL: relay.url,
      TELEMARK_SMTP_CONNECTIONS: "1",
      TELEMARK_SMTP_MESSAGES_PER_CONNECTION: "2"
    })
    const to = Array.from({ length: 6 }, (_, index) => `user${String(index)}@example.com`)
    expect((await server.post("/emails/send", { ...mail, to })).status).toBe(201)
    await expect.poll(() => relay.mails.length).toBe(6)
    expect(relay.connections.total).toBe(3)
    expect(relay.mails.map(({ connection }) => connection)).toEqual([1, 1, 2, 2, 3, 3])
  })

  it("are as many as the relay takes, where it refuses one more, and no mail waits for a back-off", async () => {
    const relay = await startSmtpPeer({
      rules: [say("greeting", "421 4.7.0 Too many connections", { times: 2 })]
    })
    onTestFinished(() => relay.close())
    const server = await startServing(temporaryDirectory(), {
      TELEMARK_SMTP_URL: relay.url,
      TELEMARK_SMTP_CONNECTIONS: "5"
    })
    const to = Array.from({ length: 40 }, (_, index) => `user${String(index)}@example.com`)
    const sent = await server.post("/emails/send", { ...mail, to })
    expect(sent.status).toBe(201)
    await relay.until(({ mails }) => mails.length === 40)
    const ids = (sent.body["queued"] as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
    const outcomes = async () => {
      const emails = await Promise.all(ids.map((id) => server.get(`/emails/${id}`)))
      return new Set(
        emails.map(({ body }) => `${String(body["status"])} ${String(body["attempts"])}`)
      )
    }
    await expect.poll(outcomes).toEqual(new Set(["sent 1"]))
  })
})
