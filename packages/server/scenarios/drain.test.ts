import { startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { databases } from "./databases.js"
import { serve } from "./harness.js"
import { repeats, sendMany } from "./mails.js"

/**
 * What a look says that found mail which nobody had announced; nobody retries here, so each is a
 * pause of up to a second.
 */
const found = "due emails were found by polling"

describe.each(databases)("telemark serve with its defaults, on %s", (_, databaseUrl) => {
  it("delivers a backlog of 1,000 without waiting for a poll", async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.close())
    const server = await serve({
      TELEMARK_DATABASE_URL: await databaseUrl(),
      TELEMARK_SMTP_URL: peer.url,
      TELEMARK_LOG_LEVEL: "debug"
    })
    await sendMany(clientOf(server.url, server.key ?? ""), 1000)
    await peer.until(({ mails }) => mails.length >= 1000)
    expect(repeats(peer)).toBe(0)
    // A poll may come at the very moment at which mail was accepted. At 20 mails a poll there were
    // 50.
    expect(server.log().split(found).length - 1).toBeLessThanOrEqual(2)
  })
})
