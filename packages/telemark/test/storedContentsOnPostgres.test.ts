import { say } from "@telemark/testing"
import { ContentRemoved } from "telemark"
import { beforeEach, describe, expect, it } from "vitest"
import { startOn, storages } from "./support/openedStorages.js"

type Started = Awaited<ReturnType<typeof startOn>>

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const planted = /planted/i
const code = {
  subject: "Your code",
  html: "<p>Planted 123456</p>",
  attachments: [{ filename: "code.txt", content: Buffer.from("planted in a file") }]
}

describe.each(storages)("what a mail says on %s", (_, open) => {
  let opened: Started["opened"]
  let peer: Started["peer"]
  let statusOf: Started["statusOf"]
  let telemark: Started["telemark"]

  beforeEach(async () => {
    ;({ opened, peer, statusOf, telemark } = await startOn(open))
  })

  it.each(["until_sent", "never"] as const)(
    "is stored %s: once no recipient waits, it is gone with its files",
    async (store) => {
      const { queued } = await telemark.emails.send({
        ...code,
        to: ["ada@example.com", "bob@example.com"],
        store
      })
      const ids = queued.map(({ id }) => id)
      const content = rejection(telemark.emails.content(ids[0] ?? ""))
      expect(await content).toEqual(store === "never" ? expect.any(ContentRemoved) : undefined)
      expect(await opened.rows()).toMatch(planted)
      telemark.startWorker()
      for (const id of ids) await expect.poll(() => statusOf(id)).toBe("sent")
      expect(peer.mails).toHaveLength(2)
      for (const { source } of peer.mails) expect(source.toString()).toContain("code.txt")
      expect(await opened.rows()).not.toMatch(planted)
      expect(await rejection(telemark.emails.content(ids[0] ?? ""))).toBeInstanceOf(ContentRemoved)
      expect(await rejection(telemark.emails.resend(ids[0] ?? ""))).toBeInstanceOf(ContentRemoved)
    }
  )

  it("stays as long as one of several recipients waits, and goes when that one is cancelled", async () => {
    const send = (to: ReadonlyArray<string>) =>
      telemark.emails.send({
        ...code,
        to,
        store: "until_sent",
        scheduled_at: inHours(1)
      })
    const { queued } = await send(["ada@example.com", "bob@example.com"])
    const [first = "", second = ""] = queued.map(({ id }) => id)
    await telemark.emails.cancel(first)
    expect((await telemark.emails.content(second)).html).toBe(code.html)
    await telemark.emails.cancel(second)
    expect(await opened.rows()).not.toMatch(planted)
  })

  it("goes when a report ends a message that waits", async () => {
    peer.follow(say("rcpt", "451 4.7.1 Greylisted"))
    telemark.startWorker()
    const { queued } = await telemark.emails.send({
      ...code,
      to: "ada@example.com",
      store: "until_sent"
    })
    const id = queued[0]?.id ?? ""
    await expect.poll(() => statusOf(id)).toBe("deferred")
    expect(await opened.rows()).toMatch(planted)
    await telemark.feedback.record(id, { kind: "bounced", failure_code: "invalid_recipient" })
    expect(await opened.rows()).not.toMatch(planted)
  })

  it("is stored as the tenant says, unless a send says otherwise", async () => {
    await telemark.tenants.update("default", { store: "until_sent" })
    telemark.startWorker()
    const plain =
      (await telemark.emails.send({ ...code, to: "ada@example.com" })).queued[0]?.id ?? ""
    await expect.poll(() => statusOf(plain)).toBe("sent")
    expect(await opened.rows()).not.toMatch(planted)
    const { queued } = await telemark.emails.send({
      ...code,
      to: "ada@example.com",
      store: "always"
    })
    const kept = queued[0]?.id ?? ""
    await expect.poll(() => statusOf(kept)).toBe("sent")
    expect((await telemark.emails.content(kept)).html).toBe(code.html)
  })
})
