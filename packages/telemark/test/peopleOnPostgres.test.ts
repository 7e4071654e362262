import type { SendRequest } from "telemark"
import { beforeEach, describe, expect, it } from "vitest"
import { startOn, storages } from "./support/openedStorages.js"

type Started = Awaited<ReturnType<typeof startOn>>

const ada = "Ada.Lovelace@Example.com"
const traces = /ada\.lovelace@|planted/i
const address = { email_address: ada }
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

describe.each(storages)("people on %s", (_, open) => {
  let opened: Started["opened"]
  let peer: Started["peer"]
  let statusOf: Started["statusOf"]
  let telemark: Started["telemark"]

  beforeEach(async () => {
    ;({ opened, peer, statusOf, telemark } = await startOn(open))
  })

  const send = async (request: SendRequest): Promise<string> =>
    (await telemark.emails.send(request)).queued[0]?.id ?? ""

  /** Ada in whatever may name her. */
  const used = async () => {
    const own = await send({
      to: `"Planted Name" <${ada}>`,
      subject: "Planted subject",
      html: "<p>Planted content</p>",
      metadata: { customer: "planted" },
      tags: { kind: "welcome", person: ada.toLowerCase() }
    })
    const copied = await send({
      to: "bob@example.com",
      cc: ada,
      subject: "Copy",
      text: "Planted text",
      attachments: [{ filename: "planted.txt", content: Buffer.from("planted") }]
    })
    const apart = await send({
      to: ["cy@example.com", ada],
      subject: "News",
      text: "The same to all"
    })
    telemark.startWorker()
    await peer.until(({ mails }) => mails.length === 5)
    for (const id of [own, copied, apart]) await expect.poll(() => statusOf(id)).toBe("sent")
    await telemark.feedback.record(own, {
      kind: "clicked",
      link: "https://example.com/planted",
      user_agent: "Planted/1.0"
    })
    await telemark.feedback.record(own, {
      kind: "bounced",
      failure_code: "invalid_recipient",
      smtp_response: `550 5.1.1 <${ada}>: planted`
    })
    const answer = await telemark.emails.send(
      { to: [ada, "dora@example.com"], subject: "x", text: "x" },
      { idempotencyKey: "once" }
    )
    expect(answer.suppressed).toEqual([ada])
    await expect.poll(() => statusOf(answer.queued[0]?.id ?? "")).toBe("sent")
    return { own, apart }
  }

  it("are erased from every table, and stay suppressed and counted", async () => {
    const { apart, own } = await used()
    await telemark.suppressions.add({
      email_address: "eve@example.com",
      reason: `asked with ${ada}`
    })
    const before = await telemark.analytics.summary()
    expect(await opened.rows()).toMatch(traces)
    const erased = await telemark.people.erase({ email_address: "ada.LOVELACE@example.com" })
    expect(erased).toMatchObject({
      done: true,
      emails: 3,
      cancelled: 0,
      in_flight: 0,
      contents: 2,
      suppressions: 1
    })
    expect(await opened.rows()).not.toMatch(traces)
    expect(await telemark.analytics.summary()).toEqual(before)
    expect(await telemark.emails.get(own)).toMatchObject({
      status: "bounced",
      recipient_email: expect.stringMatching(/^[0-9a-f]{40}@erased\.invalid$/) as unknown,
      subject: "",
      metadata: null,
      tags: { kind: "welcome" },
      failure_code: "invalid_recipient"
    })
    expect((await telemark.emails.content(apart)).text).toBe("The same to all")

    const again = await telemark.emails.send({ to: ada, subject: "x", text: "x" })
    expect(again).toMatchObject({ queued: [], suppressed: [ada] })
    expect(await telemark.suppressions.check(ada)).toMatchObject({ suppressed: true })
    expect(await telemark.people.erase(address)).toMatchObject({ done: true, emails: 0 })

    await telemark.suppressions.remove(ada)
    expect((await telemark.emails.send({ to: ada, subject: "x", text: "x" })).queued).toHaveLength(
      1
    )
  })

  it("get no mail that waits, and a late bounce of an erased mail suppresses them", async () => {
    const later = { scheduled_at: inHours(1), subject: "Later", text: "x" }
    const waiting = await send({ ...later, to: ada })
    const shared = await send({ ...later, to: "bob@example.com", cc: ada })
    expect(await telemark.people.erase(address)).toMatchObject({
      done: true,
      emails: 2,
      cancelled: 2,
      contents: 1
    })
    expect(await statusOf(waiting)).toBe("failed")
    expect(await telemark.emails.content(shared)).toMatchObject({ to: ["bob@example.com"], cc: [] })
    expect(await opened.rows()).not.toMatch(traces)
    await telemark.feedback.record(waiting, { kind: "complained" })
    expect(await telemark.suppressions.check(ada)).toMatchObject({ suppressed: true })
    expect((await telemark.emails.send({ to: ada, text: "x", subject: "x" })).suppressed).toEqual([
      ada
    ])
  })

  it("are exported with everything that is kept, page by page", async () => {
    const { own } = await used()
    const first = await telemark.people.export({ ...address, limit: 2 })
    expect(first.emails).toHaveLength(2)
    const second = await telemark.people.export({ ...address, after: first.next ?? "" })
    expect(second).toMatchObject({
      next: null,
      suppressions: [],
      emails: [
        {
          email: { id: own, metadata: { customer: "planted" } },
          content: { html: "<p>Planted content</p>" }
        }
      ]
    })
    expect(second.emails[0]?.timeline.data.map(({ type }) => type)).toContain("email.clicked")
    expect(first).toMatchObject({ suppressions: [{ reason: "bounce" }], erased_emails: 0 })
    await telemark.people.erase(address)
    expect(await telemark.people.export(address)).toMatchObject({
      emails: [],
      erased_emails: 3,
      suppressions: [{ reason: "bounce" }]
    })
  })

  it("keep their suppressions under the address as long as anything waits", async () => {
    const later = { subject: "x", text: "x", scheduled_at: inHours(1) }
    for (let left = 1020; left > 0; left -= 20)
      await telemark.emails.sendBatch(Array.from({ length: 20 }, () => ({ ...later, to: ada })))
    await telemark.suppressions.add(address)
    expect(await telemark.people.erase(address)).toMatchObject({ done: false, suppressions: 0 })
    expect((await telemark.suppressions.list()).data).toMatchObject([{ email_address: ada }])
    expect(await telemark.people.erase(address)).toMatchObject({ done: true, suppressions: 1 })
  })

  it("aren't written back by what servers report later", async () => {
    const id = await send({ to: ada, subject: "x", text: "x" })
    telemark.startWorker()
    await expect.poll(() => statusOf(id)).toBe("sent")
    await telemark.people.erase(address)
    await telemark.feedback.record(id, {
      kind: "clicked",
      link: "https://example.com/?planted",
      user_agent: "Planted/1.0"
    })
    await telemark.feedback.record(id, {
      kind: "bounced",
      failure_code: "invalid_recipient",
      smtp_response: `550 5.1.1 <${ada}>: planted`
    })
    expect(await opened.rows()).not.toMatch(traces)
    expect(await telemark.suppressions.check(ada)).toMatchObject({ suppressed: true })
  })

  it("are not others whose address begins or ends with theirs", async () => {
    const others = [`${ada}.au`, `x${ada}`]
    for (const to of others) await telemark.suppressions.add({ email_address: to, reason: to })
    const { queued } = await telemark.emails.send({
      to: ["bob@example.com", ada],
      subject: "News",
      text: `Ask ${others.join(" or ")}.`,
      scheduled_at: inHours(1)
    })
    await telemark.people.erase(address)
    expect((await telemark.suppressions.list()).data.map(({ reason }) => reason).sort()).toEqual(
      others.toSorted()
    )
    expect((await telemark.emails.content(queued[0]?.id ?? "")).text).toContain(others[0])
  })

  it("are found in every spelling of their address", async () => {
    const spelled = "J\u00e4ger@m\u00fcnchen.example"
    await telemark.emails.send({
      to: ["bob@example.com", spelled],
      subject: "x",
      text: `Call ${spelled}, planted.`,
      scheduled_at: inHours(1)
    })
    const { data } = await telemark.emails.list()
    for (const { id } of data) await telemark.emails.cancel(id)
    await telemark.people.erase({ email_address: "j\u00e4ger@xn--mnchen-3ya.example" })
    expect(await opened.rows()).not.toMatch(/j\u00e4ger@|planted/i)
  })

  it("get no mail of a request that was being read as the tenant erased somebody for the first time", async () => {
    await telemark.suppressions.add(address)
    const { key } = await telemark.apiKeys.create({ name: "shop" })
    const pieces = [`{"to": "${ada}", "subject": "x", `, '"text": "x"}'].map((text) =>
      new TextEncoder().encode(text)
    )
    // The second piece is asked for once the first one is read: the tenant is known by then.
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const piece = pieces.shift()
        if (pieces.length === 0) await telemark.people.erase(address)
        if (piece !== undefined) controller.enqueue(piece)
        if (pieces.length === 0) controller.close()
      }
    })
    const answer = await telemark.fetch(
      new Request(
        "http://127.0.0.1/v1/emails/send",
        Object.assign(
          { duplex: "half" },
          {
            method: "POST",
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            body
          }
        )
      )
    )
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { queued: [], suppressed: [ada] }
    ])
  })

  it("of another tenant are left alone, and have another pseudonym", async () => {
    await telemark.tenants.create({ name: "other" })
    const other = telemark.tenant("other")
    for (const of of [telemark, other]) {
      await of.emails.send({ to: ada, subject: "x", text: "x", scheduled_at: inHours(1) })
      await of.suppressions.add(address)
    }
    await telemark.people.erase(address)
    expect((await other.emails.list()).data).toMatchObject([{ recipient_email: ada }])
    await other.people.erase(address)
    const pseudonyms = await Promise.all(
      [telemark, other].map(async (of) => (await of.suppressions.list()).data[0]?.email_address)
    )
    expect(pseudonyms[0]).not.toBe(pseudonyms[1])
  })
})
