import { smtp } from "@telemark/smtp"
import { type PeerRule, say, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { open, sendTo } from "./support.js"

const peerThat = async (...rules: ReadonlyArray<PeerRule>): Promise<SmtpPeer> => {
  const peer = await startSmtpPeer({ rules })
  onTestFinished(() => peer.close())
  return peer
}

/** How often the server was asked to take a mail. */
const asked = ({ commands }: SmtpPeer): number =>
  commands.filter((line) => line.startsWith("RCPT")).length

const recipients = (count: number, name: string): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${name}-${String(index)}@example.com`)

describe("a limit that the server counts by the day", () => {
  it.each([23, 26])(
    "defers the remaining mail of the day for %d hours, loses none and sends each once",
    async (hours) => {
      const peer = await peerThat()
      const telemark = await open({ transport: smtp({ url: peer.url }) })
      const ids: Array<string> = []
      for (const to of recipients(20, "early")) ids.push(await sendTo(telemark, to))
      peer.follow(
        say(
          "rcpt",
          "550 5.4.5 Daily user sending limit exceeded. https://support.google.com/mail/answer/22839"
        )
      )
      for (const to of recipients(30, "late")) ids.push(await sendTo(telemark, to))
      const waiting = await telemark.emails.get(ids.at(-1) ?? "")
      expect(waiting.status).toBe("queued")
      expect(
        Date.parse(waiting.next_attempt_at ?? "") - Date.parse(waiting.created_at)
      ).toBeGreaterThan(50 * 60_000)
      expect((await telemark.emails.events(waiting.id)).summary).toMatch(
        /mail from \S+ waits, since the mail server's daily limit was reached at .* \(“550 5\.4\.5 Daily user/
      )
      expect(await telemark.advance(`${hours} hours`)).toMatchObject({
        emails: { sent: 0, bounced: 0, failed: 0 }
      })
      expect(asked(peer)).toBeLessThan(20 + 2 * hours)
      peer.follow()
      // Those that were refused climb their schedule, whose steps are four hours by now.
      await telemark.advance("6 hours")
      for (const id of ids) expect((await telemark.emails.get(id)).status).toBe("sent")
      expect(peer.mails.map(({ envelope }) => envelope.to[0]).sort()).toEqual(
        [...recipients(20, "early"), ...recipients(30, "late")].sort()
      )
      expect(await telemark.suppressions.list()).toMatchObject({ data: [] })
    }
  )
})

describe("a server at which our account is suspended", () => {
  it("is tried now and then, causes no suppression or bounce, and gets all mail once the account works again", async () => {
    const peer = await peerThat(say("rcpt", "550 Your account has been suspended"))
    const telemark = await open({ transport: smtp({ url: peer.url }) })
    await telemark.tenants.create({ name: "acme" })
    const tenants = [telemark.tenant("default"), telemark.tenant("acme")]
    const ids = new Map<(typeof tenants)[number], Array<string>>()
    for (const tenant of tenants) {
      ids.set(tenant, [])
      for (const to of recipients(15, "customer")) {
        const { queued } = await tenant.emails.send({ to, from: "shop@example.com", text: "hello" })
        ids.get(tenant)?.push(queued[0]?.id ?? "")
      }
    }
    expect(await telemark.advance("30 minutes")).toMatchObject({
      emails: { sent: 0, bounced: 0, failed: 0 }
    })
    expect(asked(peer)).toBeLessThan(20)
    for (const tenant of tenants)
      expect(await tenant.suppressions.list()).toMatchObject({ data: [] })
    peer.follow()
    await telemark.advance("15 minutes")
    for (const [tenant, sent] of ids)
      for (const id of sent) expect((await tenant.emails.get(id)).status).toBe("sent")
    expect(peer.mails).toHaveLength(30)
  })
})
