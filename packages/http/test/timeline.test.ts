import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { instant, type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome, webhookAccount } from "./support/webhooks.js"

describe.each(hosts)("the timeline of a message behind %s", (_host, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(options)
  })
  afterAll(() => service.close())

  const message = async () => {
    const account = await webhookAccount(service)
    const id = await account.send()
    const timelineOf = (name: string) =>
      service.call("GET", `/v1/emails/${name}/events`, { key: account.key })
    return { ...account, id, timelineOf, timeline: () => timelineOf(id) }
  }

  it("is empty but for what comes next while nothing has happened", async () => {
    const { id, timeline } = await message()
    expect(outcome(await timeline())).toEqual([
      200,
      { email_id: id, status: "queued", summary: expect.stringMatching(/\.$/), data: [] }
    ])
  })

  it("lists what happened, oldest first, with every member", async () => {
    const { id, record, timeline } = await message()
    const now = Date.now()
    const second = await record(id, "email.opened", now - 1000)
    const first = await record(id, "email.delivered", now - 2000)
    const entry = {
      created_at: expect.stringMatching(instant),
      message: expect.stringMatching(/\.$/),
      smtp_response: null,
      error_message: null,
      tls: null,
      duration_ms: null,
      ambiguous: false,
      next_attempt_at: null
    }
    const answer = await timeline()
    expect(outcome(answer)).toMatchObject([
      200,
      {
        email_id: id,
        status: "delivered",
        summary: expect.stringMatching(/\.$/),
        data: [
          { id: first, type: "email.delivered", ...entry },
          { id: second, type: "email.opened", ...entry }
        ]
      }
    ])
    const { data } = answer.json as { data: ReadonlyArray<object> }
    const always = [
      "ambiguous",
      "attempt",
      "created_at",
      "duration_ms",
      "error_message",
      "id",
      "message",
      "next_attempt_at",
      "smtp_provider",
      "smtp_response",
      "tls",
      "type",
      "verdict"
    ]
    for (const one of data) expect(Object.keys(one)).toEqual(expect.arrayContaining(always))
  })

  it("is missing for messages of other tenants, and for those that there aren't", async () => {
    const [one, two] = [await message(), await message()]
    expect((await one.timeline()).status).toBe(200)
    for (const name of [
      two.id,
      "em_0",
      "em_".padEnd(35, "0"),
      "abc",
      "%00",
      "__proto__",
      "send",
      `${one.id}%20`,
      one.id.toUpperCase()
    ]) {
      expect(outcome(await one.timelineOf(name)), name).toEqual(notFound)
    }
  })
})
