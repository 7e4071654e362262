import { describe, expect, it } from "@effect/vitest"
import { startSmtpPeer } from "@telemark/testing"
import { onTestFinished } from "vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

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
    expect(
      (
        await server.post("/emails/send", {
          to,
          from: "ada@fjord.example",
          subject: "Hello",
          text: "It works."
        })
      ).status
    ).toBe(201)
    await expect.poll(() => relay.mails.length).toBe(6)
    expect(relay.connections.total).toBe(3)
    expect(relay.mails.map(({ connection }) => connection)).toEqual([1, 1, 2, 2, 3, 3])
  })
})
