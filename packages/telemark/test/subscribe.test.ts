import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, NotFound, type Telemark, ValidationFailed } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  database,
  iterate,
  names,
  open,
  recipientOf,
  sent,
  sentTogether
} from "./support/events.js"

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

describe("a loop over events", () => {
  it("gets those from now on, at its own pace, until it is left", async () => {
    const telemark = await open()
    await sent(telemark, "before")
    const events = telemark.subscribe({ types: ["email.sent"] })
    await sent(telemark, "ada", "bob", "cyd")
    const seen: Array<string> = []
    for await (const event of events) {
      seen.push(recipientOf(event))
      if (seen.length === 2) break
    }
    expect(seen).toEqual(["ada", "bob"])
  })

  it("under a name resumes where it was, with what happened meanwhile, and with what was in progress when it was left", async () => {
    const filename = await database()
    const first = await open(filename)
    const one = iterate(first, { name: "crm" })
    const begun = names(one, 2)
    await sent(first, "ada", "bob")
    expect(await begun).toEqual(["ada", "bob"])
    await one.return?.()
    await first.close()
    const second = await open(filename)
    await sent(second, "cyd")
    const two = iterate(second, { name: "crm" })
    expect(await names(two, 2)).toEqual(["bob", "cyd"])
  })

  it("has handled the event in progress when Telemark is closed and it requests another", async () => {
    const filename = await database()
    const first = await open(filename)
    const events = first.subscribe({ name: "crm" })
    await sent(first, "ada")
    let closed: Promise<void> | undefined
    const seen: Array<string> = []
    for await (const event of events) {
      seen.push(recipientOf(event))
      // Not waited for, since closing waits for this loop.
      closed = first.close()
    }
    await closed
    expect(seen).toEqual(["ada"])
    const second = await open(filename)
    await sent(second, "bob")
    expect(await names(iterate(second, { name: "crm" }), 1)).toEqual(["bob"])
  })

  it("finishes when Telemark is closed while it waits, and stays finished", async () => {
    const telemark = await open()
    const events = telemark.subscribe()
    const [named, nameless] = [iterate(telemark, { name: "crm" }), events[Symbol.asyncIterator]()]
    const waiting = [named.next(), nameless.next()]
    await telemark.close()
    const done = { done: true, value: undefined }
    expect([
      ...(await Promise.all(waiting)),
      await named.next(),
      await events[Symbol.asyncIterator]().next()
    ]).toEqual([done, done, done, done])
  })

  it("without a name no longer delays closing", async () => {
    const telemark = await open()
    const loop = iterate(telemark)
    const first = loop.next()
    await sent(telemark, "ada")
    await first
    await telemark.close()
    expect(await loop.next()).toEqual({ done: true, value: undefined })
  })

  it("under a new name begins where configured, and an old name resumes where it was", async () => {
    const telemark = await open()
    await sent(telemark, "ada", "bob")
    const since = new Date()
    await sent(telemark, "cyd")
    expect(await names(iterate(telemark, { name: "all", from: "beginning" }), 3)).toEqual([
      "ada",
      "bob",
      "cyd"
    ])
    expect(await names(iterate(telemark, { name: "some", from: since }), 1)).toEqual(["cyd"])
    expect(await names(iterate(telemark, { name: "text", from: since.toISOString() }), 1)).toEqual([
      "cyd"
    ])
    expect(await names(iterate(telemark, { from: "beginning" }), 3)).toEqual(["ada", "bob", "cyd"])
    const fresh = iterate(telemark, { name: "new" })
    const next = names(fresh, 1)
    await sent(telemark, "dan")
    expect(await next).toEqual(["dan"])
    const again = iterate(telemark, { name: "handled", from: "beginning" })
    expect(await names(again, 4)).toEqual(["ada", "bob", "cyd", "dan"])
    const asked = again.next()
    await sent(telemark, "eve")
    expect((await asked).done).toBe(false)
    await again.return?.()
    expect(await names(iterate(telemark, { name: "handled", from: "beginning" }), 1)).toEqual([
      "eve"
    ])
  })

  it("shares its events with all of the same name, of this process and of others: each is delivered to one of them", async () => {
    const filename = await database()
    const [one, two] = [await open(filename), await open(filename)]
    const seen = new Map<string, ReadonlyArray<string>>()
    const follow = async (telemark: Telemark, who: string): Promise<void> => {
      for await (const event of telemark.subscribe({ name: "shared" })) {
        seen.set(who, [...(seen.get(who) ?? []), recipientOf(event)])
      }
    }
    const loops = [follow(one, "one"), follow(one, "one too"), follow(two, "two")]
    const other = iterate(two, { name: "other" })
    const all = Array.from({ length: 20 }, (_, index) => `ada${String(index)}`)
    await Promise.all([sentTogether(one, ...all.slice(0, 10)), sentTogether(two, ...all.slice(10))])
    await expect.poll(() => [...seen.values()].flat().toSorted()).toEqual(all.toSorted())
    expect((await names(other, 20)).toSorted()).toEqual(all.toSorted())
    await other.return?.()
    await Promise.all([one.close(), two.close(), ...loops])
    expect([...seen.values()].flat()).toHaveLength(20)
  })

  it("receives events that another process recorded", async () => {
    const filename = await database()
    const listening = await createTelemark({
      storage: sqlite({ filename }),
      transport: capture(),
      from: "Shop <shop@example.com>"
    })
    onTestFinished(() => listening.close())
    const next = names(iterate(listening), 1)
    await sent(await open(filename), "ada")
    expect(await next).toEqual(["ada"])
  })

  it("gets one tenant's events and no other's", async () => {
    const telemark = await open()
    await telemark.tenants.create({ name: "acme" })
    const acme = telemark.tenant("acme")
    const [theirs, ours] = [
      acme.subscribe({ name: "crm" }),
      telemark.subscribe({ name: "crm" })
    ].map((events) => events[Symbol.asyncIterator]())
    const [ofAcme, ofDefault] = [theirs?.next(), ours?.next()]
    await sent(telemark, "ada")
    await acme.emails.send({ to: "bob@example.com", text: "x" })
    expect(await ofDefault).toMatchObject({ value: { data: { recipient: "ada@example.com" } } })
    expect(await ofAcme).toMatchObject({ value: { data: { recipient: "bob@example.com" } } })
    await Promise.all([theirs?.return?.(), ours?.return?.()])
    expect([
      await acme.unsubscribe("crm"),
      await acme.unsubscribe("crm"),
      await telemark.unsubscribe("crm")
    ]).toEqual([true, false, true])
  })

  it("forgets a name with all that waits under it", async () => {
    const telemark = await open()
    const loop = iterate(telemark, { name: "crm", from: "beginning" })
    const first = names(loop, 1)
    await sent(telemark, "ada", "bob")
    expect(await first).toEqual(["ada"])
    await loop.return?.()
    expect(await telemark.unsubscribe("crm")).toBe(true)
    const again = names(iterate(telemark, { name: "crm" }), 1)
    await sent(telemark, "cyd")
    expect(await again).toEqual(["cyd"])
  })

  it.each<readonly [string, object, string]>([
    ["an unknown type", { types: ["email.exploded"] }, "types.0"],
    ["no type", { types: [] }, "types.0"],
    ["a wrong beginning", { name: "crm", from: "yesterday" }, "from"],
    ["an instant that is none", { from: new Date(Number.NaN) }, "from"],
    ["an empty name", { name: "" }, "name"]
  ])("is refused with %s, at once and by name, without repeating it", async (_, request, path) => {
    const telemark = await open()
    const error = await rejection(telemark.subscribe(request)[Symbol.asyncIterator]().next())
    expect(error).toBeInstanceOf(ValidationFailed)
    expect(error).toMatchObject({ details: { [path]: [expect.any(String)] } })
    expect(JSON.stringify(error)).not.toMatch(/exploded|yesterday/)
  })

  it("is refused for a tenant that doesn't exist", async () => {
    const telemark = await open()
    const nobody = telemark.tenant("nobody")
    expect(await rejection(nobody.subscribe()[Symbol.asyncIterator]().next())).toBeInstanceOf(
      NotFound
    )
    expect(await rejection(nobody.unsubscribe("crm"))).toBeInstanceOf(NotFound)
    expect(await rejection(nobody.feedback.record("em_1", { kind: "opened" }))).toBeInstanceOf(
      NotFound
    )
  })
})
