import "@telemark/testing/vitest"
import { greylist, say, startSmtpPeer } from "@telemark/testing"
import { smtp } from "@telemark/smtp"
import { describe, expect, it, onTestFinished } from "vitest"
import { hour, minute, open, sendTo } from "./support.js"

const peerThat = async (
  ...rules: NonNullable<Parameters<typeof startSmtpPeer>[0]>["rules"] & object
) => {
  const peer = await startSmtpPeer({ rules })
  onTestFinished(() => peer.close())
  return peer
}

describe('advance("24 hours") with a server that answers 451', () => {
  it("makes every attempt of the retry schedule at its time, and then gives up", async () => {
    const peer = await peerThat(say("rcpt", "451 4.3.0 Later"))
    const telemark = await open({
      transport: smtp({ url: peer.url }),
      retrySchedule: "1m,5m,10m,4h",
      now: "2026-01-31T09:00:00Z"
    })
    const id = await sendTo(telemark, "ada@example.com")
    expect((await telemark.emails.get(id)).status).toBe("deferred")
    const { emails } = await telemark.advance("24 hours")
    const { data } = await telemark.emails.events(id)
    const attempts = data.filter(({ type }) => type === "email.deferred" || type === "email.failed")
    // One at once, three steps and then every four hours up to the end.
    expect(emails).toEqual({ sent: 0, deferred: attempts.length - 2, bounced: 0, failed: 1 })
    expect(attempts.length).toBeGreaterThan(8)
    const waits = attempts
      .slice(1)
      .map(
        ({ created_at }, index) =>
          Date.parse(created_at) - Date.parse(attempts[index]?.created_at ?? "")
      )
    waits.slice(0, 3).forEach((wait, index) => {
      expect(Math.abs(wait / ([1, 5, 10][index]! * minute) - 1)).toBeLessThan(0.3)
    })
    const given = await telemark.emails.get(id)
    expect(given.status).toBe("failed")
    const age = Date.parse(attempts.at(-1)?.created_at ?? "") - Date.parse(given.created_at)
    expect(age).toBeGreaterThanOrEqual(20 * hour)
    expect(age).toBeLessThanOrEqual(24 * hour + minute)
    expect(telemark.mailbox).not.toHaveSent()
  })

  it("delivers as soon as the server accepts it, once", async () => {
    const peer = await peerThat(greylist(3))
    const telemark = await open({ transport: smtp({ url: peer.url }) })
    const id = await sendTo(telemark, "ada@example.com")
    expect(await telemark.advance("24 hours")).toMatchObject({ emails: { deferred: 2, sent: 1 } })
    expect(await telemark.emails.get(id)).toMatchObject({ status: "sent", attempts: 4 })
    expect(peer.mails).toHaveLength(1)
    expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
  })

  it("continues after a back-off that the server requested", async () => {
    const peer = await peerThat(say("mail", "421 4.7.0 Too many messages", { times: 2 }))
    const telemark = await open({ transport: smtp({ url: peer.url }) })
    const ids = [
      await sendTo(telemark, "ada@example.com"),
      await sendTo(telemark, "bob@example.com"),
      await sendTo(telemark, "cy@example.com")
    ]
    await telemark.advance("2 hours")
    for (const id of ids) expect((await telemark.emails.get(id)).status).toBe("sent")
    expect(peer.mails).toHaveLength(3)
  })
})

describe("mail that is deferred at each attempt", () => {
  it("is given up within the time configured in createTelemark", async () => {
    const telemark = await open({ giveUp: "2h" })
    const id = await sendTo(telemark, "deferred@telemark.test")
    await telemark.advance("1 hour")
    expect((await telemark.emails.get(id)).status).toBe("deferred")
    await telemark.advance("1 hour")
    await telemark.advance("1 minute")
    expect((await telemark.emails.get(id)).status).toBe("failed")
    expect(telemark.mailbox.all()).toEqual([])
  })
})
