import { type EmailEvent, ValidationFailed } from "telemark"
import { describe, expect, expectTypeOf, it } from "vitest"
import { iterate, names, open, recipientOf, sent, sentTogether } from "./support/events.js"

describe("a handler of events", () => {
  it("gets what happens from the moment it is there, of its types alone, as receivers of webhooks get it", async () => {
    const telemark = await open()
    const [before = ""] = await sent(telemark, "before")
    const [ofSent, ofTwo, ofAll]: ReadonlyArray<Array<EmailEvent>> = [[], [], []]
    telemark.on("email.sent", (event) => ofSent?.push(event))
    telemark.on(["email.complained", "email.bounced"], (event) => ofTwo?.push(event))
    telemark.on("*", (event) => ofAll?.push(event))
    const [id = ""] = await sent(telemark, "ada")
    expect(await telemark.feedback.record(id, { kind: "complained" })).toEqual({
      outcome: "recorded",
      event_id: expect.any(String) as unknown
    })
    await expect.poll(() => ofAll).toHaveLength(2)
    await expect.poll(() => [ofSent?.length, ofTwo?.length]).toEqual([1, 1])
    expect(ofSent).toMatchObject([
      {
        id: expect.stringMatching(/^evt_/) as unknown,
        type: "email.sent",
        data: { email_id: id, recipient: "ada@example.com", status: "sent", attempts: 1 }
      }
    ])
    expect(ofTwo).toMatchObject([
      { type: "email.complained", data: { email_id: id, status: "complained" } }
    ])
    expect(ofAll?.map(({ data }) => data.email_id)).not.toContain(before)
  })

  it("that throws or rejects gets the next event nevertheless", async () => {
    const telemark = await open()
    const seen: Array<string> = []
    telemark.on("email.sent", (event) => {
      seen.push(recipientOf(event))
      if (seen.length === 1) throw new Error("thrown")
      return Promise.reject(new Error("rejected"))
    })
    await sent(telemark, "ada", "bob", "cyd")
    await expect.poll(() => seen).toEqual(["ada", "bob", "cyd"])
  })

  it("gets one event after the other, the next when it is done with the last", async () => {
    const telemark = await open()
    const seen: Array<string> = []
    let [atOnce, max] = [0, 0]
    telemark.on("email.sent", async (event) => {
      max = Math.max(max, ++atOnce)
      await telemark.emails.get(event.data.email_id)
      atOnce--
      seen.push(recipientOf(event))
    })
    await sentTogether(telemark, "ada", "bob", "cyd")
    await expect.poll(() => seen).toHaveLength(3)
    expect(max).toBe(1)
  })

  it("gets nothing more once it is closed, which waits for the event in progress, also when it closes itself", async () => {
    const telemark = await open()
    const seen: Array<string> = []
    const listener = telemark.on("email.sent", async (event) => {
      seen.push(`${recipientOf(event)} begun`)
      await listener.close()
      seen.push(`${recipientOf(event)} done`)
    })
    await sent(telemark, "ada")
    await expect.poll(() => seen).toContain("ada done")
    {
      await using _ = telemark.on("email.sent", (event) =>
        seen.push(`${recipientOf(event)} in scope`)
      )
      await sent(telemark, "bob")
      await expect.poll(() => seen).toContain("bob in scope")
    }
    const all = iterate(telemark)
    await sent(telemark, "cyd")
    expect(await names(all, 1)).toEqual(["cyd"])
    expect(seen).toEqual(["ada begun", "ada done", "bob in scope"])
  })

  it("is waited for when Telemark is closed, also when it is the handler that closes it", async () => {
    const telemark = await open()
    const seen: Array<string> = []
    let finish = (): void => {}
    const asked = new Promise<void>((resolve) => {
      finish = resolve
    })
    telemark.on("email.sent", async () => {
      seen.push("begun")
      await asked
      seen.push("done")
    })
    await sent(telemark, "ada")
    await expect.poll(() => seen).toEqual(["begun"])
    const closed = telemark.close()
    finish()
    await closed
    expect(seen).toEqual(["begun", "done"])

    const other = await open()
    await new Promise<void>((resolve, reject) => {
      other.on("email.sent", () => other.close().then(resolve, reject))
      other.emails.send({ to: "ada@example.com", text: "x" }).catch(reject)
    })
  })

  it("is refused for types that don't exist, and waits for a tenant that doesn't exist yet", async () => {
    const telemark = await open()
    for (const types of ["email.exploded", ["email.sent", "email.exploded"], [], ""]) {
      expect(() => telemark.on(types as never, () => {})).toThrow(ValidationFailed)
    }
    const seen: Array<string> = []
    telemark.tenant("acme").on("*", (event) => seen.push(recipientOf(event)))
    await telemark.tenants.create({ name: "acme" })
    await sent(telemark, "ada")
    await telemark.tenant("acme").emails.send({ to: "bob@example.com", text: "x" })
    await expect.poll(() => seen).toEqual(["bob"])
  })

  it("knows at compile time which events it gets", async () => {
    const telemark = await open()
    telemark.on("email.bounced", (event) => {
      expectTypeOf(event).toEqualTypeOf<EmailEvent<"email.bounced">>()
    })
    telemark.on(["email.sent", "email.opened"], (event) => {
      expectTypeOf(event.type).toEqualTypeOf<"email.sent" | "email.opened">()
    })
    telemark.on("*", (event) => {
      expectTypeOf(event).toEqualTypeOf<EmailEvent>()
    })
    // @ts-expect-error: there is no such event
    expect(() => telemark.on("email.exploded", () => {})).toThrow(ValidationFailed)
  })
})
