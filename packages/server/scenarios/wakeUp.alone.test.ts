import { startSmtpPeer } from "@telemark/testing"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { type Environment, serve, temporaryFolder, work } from "./harness.js"

const mails = 40

describe("telemark serve and telemark worker on one SQLite file", () => {
  it("deliver mail long before the worker's next look at the queue", async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    const environment: Environment = {
      TELEMARK_DATABASE_URL: `sqlite:${join(await temporaryFolder(), "mail.db")}`,
      TELEMARK_SMTP_URL: peer.url
    }
    const server = await serve(environment, "--no-worker")
    work(environment)
    const client = clientOf(server.url, server.key ?? "")
    /** Milliseconds from the answer to the mail's arrival. */
    const deliver = async (index: number): Promise<number> => {
      const to = `customer-${String(index)}@example.com`
      const { status } = await client.send({ to, from: "shop@example.com", text: "hello" })
      const answered = performance.now()
      expect(status).toBe(201)
      await peer.until(
        ({ mails }) => mails.some(({ envelope }) => envelope.to.includes(to)),
        30_000
      )
      return performance.now() - answered
    }
    // The worker is there once it has delivered one.
    await deliver(0)
    const times: Array<number> = []
    for (let index = 1; index <= mails; index++) {
      // Spread over the second in which it looks once.
      await pause(20 + ((index * 37) % 100))
      times.push(await deliver(index))
    }
    // By looking alone it is 500.
    expect(times.sort((a, b) => a - b)[mails / 2]).toBeLessThan(100)
  })
})
