import "@telemark/testing/vitest"
import { freshDatabase } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import { describe, expect, it, onTestFinished } from "vitest"
import { mailTo, open, sendTo } from "./support.js"

describe("a Telemark for tests over Postgres", () => {
  it("delivers at once, lets time pass, and finds everything again when reopened", async () => {
    const { drop, url } = await freshDatabase()
    onTestFinished(drop)
    const storage = postgres({ url })
    const first = await open({ storage, now: "2026-01-31T09:00:00Z", giveUp: "4h" })
    await sendTo(first, "ada@example.com")
    expect(first.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
    const id = await sendTo(first, "deferred@telemark.test")
    await first.emails.send({ ...mailTo("bob@example.com"), scheduled_at: "2026-02-03T09:00:00Z" })
    await first.advance("12 hours")
    expect((await first.emails.get(id)).status).toBe("failed")
    await first.close()
    const second = await open({ storage, now: "2026-02-01T09:00:00Z" })
    await second.advance("3 days")
    expect(second.mailbox.all().map(({ to }) => to)).toEqual(["bob@example.com"])
  })
})
