import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, TopicExists, ValidationFailed } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const options = {
  storage: sqlite({ filename: ":memory:" }),
  transport: capture(),
  from: "shop@example.com"
} as const
const ada = "ada@example.com"

const started = async () => {
  const telemark = await createTelemark({ ...options, logLevel: "None" })
  onTestFinished(telemark.close)
  const send = async (topic?: string) => {
    const { queued } = await telemark.emails.send({
      to: ada,
      text: "Hello",
      ...(topic === undefined ? {} : { topic })
    })
    return queued[0]?.id
  }
  const gets = async (...topics: ReadonlyArray<string | undefined>) => {
    const ids = await Promise.all(topics.map(send))
    return ids.map((id) => id !== undefined)
  }
  return { telemark, send, gets }
}

describe("topics in process", () => {
  it("are created once, and named by sends that must name one that exists", async () => {
    const { send, telemark } = await started()
    await expect(send("newsletter")).rejects.toBeInstanceOf(ValidationFailed)
    expect(await telemark.topics.create({ id: "newsletter", name: "Newsletter" })).toMatchObject({
      id: "newsletter"
    })
    await expect(
      telemark.topics.create({ id: "newsletter", name: "Newsletter" })
    ).rejects.toBeInstanceOf(TopicExists)
    expect(await telemark.emails.get((await send("newsletter")) ?? "")).toMatchObject({
      topic: "newsletter"
    })
  })

  it("let a recipient leave the newsletter and still get password resets, as often as it leaves", async () => {
    const { gets, send, telemark } = await started()
    for (const id of ["newsletter", "offers"]) await telemark.topics.create({ id, name: id })
    const id = (await send("newsletter")) ?? ""
    await telemark.deliverDue()
    expect(await telemark.feedback.record(id, { kind: "unsubscribed" })).toMatchObject({
      outcome: "recorded"
    })
    expect(await gets("newsletter", "offers", undefined)).toEqual([false, true, true])
    expect((await telemark.emails.events(id)).data.at(-1)).toMatchObject({
      type: "email.unsubscribed",
      message: expect.stringContaining("the topic newsletter") as unknown
    })

    await telemark.suppressions.remove(ada, { topic: "newsletter" })
    expect(await gets("newsletter")).toEqual([true])
    expect(await telemark.feedback.record(id, { kind: "unsubscribed" })).toMatchObject({
      outcome: "repeated"
    })
    expect(await gets("newsletter", undefined)).toEqual([false, true])
  })

  it("don't matter to an unsubscription from mail without one, which stops all mail, nor to complaints", async () => {
    for (const [topic, kind] of [
      [undefined, "unsubscribed"],
      ["newsletter", "complained"]
    ] as const) {
      const { gets, send, telemark } = await started()
      await telemark.topics.create({ id: "newsletter", name: "Newsletter" })
      const id = (await send(topic)) ?? ""
      await telemark.deliverDue()
      await telemark.feedback.record(id, { kind })
      expect(await gets("newsletter", undefined)).toEqual([false, false])
    }
  })

  it("stop mail that was accepted before the recipient left, also after they were removed", async () => {
    const { send, telemark } = await started()
    await telemark.topics.create({ id: "newsletter", name: "Newsletter" })
    const id = (await send("newsletter")) ?? ""
    await telemark.suppressions.add({ email_address: ada, topic: "newsletter" })
    await telemark.topics.remove("newsletter")
    const reset = (await send()) ?? ""
    expect((await telemark.deliverDue()).emails).toMatchObject({ sent: 1, failed: 1 })
    expect(await telemark.emails.get(id)).toMatchObject({
      status: "failed",
      failure_code: "suppressed"
    })
    expect(await telemark.emails.get(reset)).toMatchObject({ status: "sent" })
  })
})
