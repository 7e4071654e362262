import {
  decideSettlement,
  defaultRetryPolicy,
  DeliveryOutcome,
  MailQueue,
  newId
} from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome } from "./support/webhooks.js"

describe.each(hosts)("reports on mail behind %s", (_, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(options)
  })
  afterAll(() => service.close())

  const account = async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const call = (method: string, path: string, json?: unknown) =>
      service.call(method, `/v1${path}`, { key, ...(json === undefined ? {} : { json }) })
    const queue = async (changes: object = {}) => {
      const { json } = await call("POST", "/emails/send", {
        to: "ada@example.com",
        subject: "Hello",
        text: "x",
        ...changes
      })
      return (json as { queued: ReadonlyArray<{ id: string }> }).queued[0]?.id ?? ""
    }
    /** As if a relay had taken it. */
    const settle = (id: string) =>
      service.runtime.runPromise(
        Effect.gen(function* () {
          const queue = yield* MailQueue
          const lease = { owner: `w_${id}`, until: Date.now() + 60_000 }
          const context = { policy: defaultRetryPolicy, now: Date.now(), random: 0.5 }
          for (const message of yield* queue.claim(lease, 100, Date.now())) {
            const outcome = DeliveryOutcome.Accepted({ provider: "smtp", response: "250 taken" })
            yield* queue.record(lease.owner, [
              decideSettlement(message, outcome, { ...context, eventId: yield* newId("evt") })
            ])
          }
        })
      )
    const send = async (changes: object = {}) => {
      const id = await queue(changes)
      await settle(id)
      return id
    }
    return { key, call, queue, send }
  }

  it("change the status, suppress the recipient and are events", async () => {
    const { call, send } = await account()
    const id = await send({ to: "gone@example.com" })
    const answer = await call("POST", `/emails/${id}/feedback`, {
      kind: "bounced",
      failure_code: "invalid_recipient",
      smtp_response: "550 5.1.1 No such user"
    })
    expect(outcome(answer)).toEqual([
      200,
      { outcome: "recorded", event_id: expect.stringMatching(/^evt_/) as unknown }
    ])
    expect((await call("GET", `/emails/${id}`)).json).toMatchObject({
      status: "bounced",
      failure_code: "invalid_recipient",
      smtp_response: "550 5.1.1 No such user"
    })
    expect((await call("GET", "/suppressions/check/gone@example.com")).json).toMatchObject({
      suppressed: true,
      reason: "bounce"
    })
    expect((await call("GET", `/emails/${id}/events`)).json).toMatchObject({
      data: [{ type: "email.sent" }, { type: "email.bounced", verdict: "invalid_recipient" }]
    })
  })

  it("count once under one key, and change nothing once a later status is there", async () => {
    const { call, send } = await account()
    const id = await send()
    const report = async (kind: string) =>
      (await call("POST", `/emails/${id}/feedback`, { kind, key: "report-1" })).json
    expect(await report("opened")).toMatchObject({ outcome: "recorded" })
    expect(await report("opened")).toEqual({ outcome: "repeated", event_id: null })
    expect(await report("complained")).toMatchObject({ outcome: "recorded" })
    expect((await call("POST", `/emails/${id}/feedback`, { kind: "delivered" })).json).toEqual({
      outcome: "superseded",
      event_id: null
    })
    expect((await call("GET", `/emails/${id}`)).json).toMatchObject({ status: "complained" })
  })

  it("wait if the mail isn't sent, and find no mail of another tenant's", async () => {
    const { call, queue, send } = await account()
    const id = await queue({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await call("POST", `/emails/${id}/feedback`, { kind: "delivered" })).json).toEqual({
      outcome: "waiting",
      event_id: null
    })
    expect((await call("GET", "/feedback/unmatched")).json).toEqual({
      data: [],
      limit: 50,
      offset: 0,
      next: null
    })
    const other = await account()
    const theirs = await send()
    for (const email of [theirs, "em_1", "nobody"]) {
      expect(
        outcome(await other.call("POST", `/emails/${email}/feedback`, { kind: "delivered" }))
      ).toEqual(notFound)
    }
  })

  it("on several mails are answered one by one, in their order, and name mails by their Message-ID", async () => {
    const { call, send } = await account()
    const [first, second] = [await send(), await send()]
    const answer = await call("POST", "/feedback", {
      reports: [
        { message_id: `<${first}@example.com>`, kind: "delivered" },
        {
          email_id: second,
          kind: "clicked",
          link: "https://example.com/x",
          user_agent: "curl",
          machine: true
        },
        { message_id: `${second}@example.com`, kind: "delivered" },
        { message_id: "<other@example.com>", kind: "delivered" },
        { email_id: "em_1", kind: "opened" }
      ]
    })
    expect(answer.status).toBe(200)
    expect(
      (answer.json as { data: ReadonlyArray<{ outcome: string }> }).data.map(
        ({ outcome }) => outcome
      )
    ).toEqual(["recorded", "recorded", "recorded", "unknown_email", "unknown_email"])
    expect((await call("GET", `/emails/${first}`)).json).toMatchObject({ status: "delivered" })
  })

  it("without a known mail are listed, for their tenant alone", async () => {
    const { call } = await account()
    const report = {
      provider_id: "0102018f-1",
      kind: "bounced",
      recipient: "ada@example.com",
      smtp_response: "550 no",
      at: "2026-01-31T09:00:00Z",
      key: "k"
    }
    const answer = await call("POST", "/feedback", {
      reports: [
        report,
        report,
        { message_id: "<a@example.com>", kind: "clicked", link: "https://example.com" }
      ]
    })
    expect(
      (answer.json as { data: ReadonlyArray<{ outcome: string }> }).data.map(
        ({ outcome }) => outcome
      )
    ).toEqual(["unknown_email", "unknown_email", "unknown_email"])
    const { json } = await call("GET", "/feedback/unmatched?limit=1")
    const {
      data: [newest],
      next
    } = json as { data: ReadonlyArray<object>; next: string }
    const time = expect.stringMatching(/^2\d{3}-.*Z$/) as unknown
    const common = {
      id: expect.stringMatching(/^frep_/) as unknown,
      source: "api",
      reason: "unmatched",
      email_id: null,
      excerpt: null,
      attempts: 0,
      next_attempt_at: time,
      created_at: time
    }
    expect(newest).toEqual({
      ...common,
      kind: "clicked",
      message_id: "a@example.com",
      provider_id: null,
      recipient: null,
      smtp_response: null,
      at: time
    })
    expect((await call("GET", `/feedback/unmatched?after=${next}`)).json).toEqual({
      data: [
        {
          ...common,
          kind: "bounced",
          message_id: null,
          provider_id: "0102018f-1",
          recipient: "ada@example.com",
          smtp_response: "550 no",
          at: "2026-01-31T09:00:00.000Z"
        }
      ],
      limit: 50,
      offset: 0,
      next: null
    })
    expect((await (await account()).call("GET", "/feedback/unmatched")).json).toMatchObject({
      data: []
    })
    for (const query of ["after=frep_none", `after=${next}&offset=1`])
      expect((await call("GET", `/feedback/unmatched?${query}`)).status).toBe(400)
  })

  it.each([
    [{}, "kind"],
    [{ kind: "sent" }, "kind"],
    [{ kind: "clicked" }, "link"],
    [{ kind: "opened", machine: "yes" }, "machine"],
    [{ kind: "bounced", failure_code: "cancelled" }, "failure_code"],
    [{ kind: "delivered", at: "yesterday" }, "at"],
    [{ kind: "delivered", key: "" }, "key"],
    [{ kind: "delivered", smtp_response: "x".repeat(4097) }, "smtp_response"]
  ])("are refused where they say nothing: %j", async (report, path) => {
    const { call, send } = await account()
    const id = await send()
    const one = await call("POST", `/emails/${id}/feedback`, report)
    expect(one.status).toBe(400)
    expect(Object.keys((one.json as { details: object }).details)).toEqual([path])
    const several = await call("POST", "/feedback", {
      reports: [
        { email_id: id, kind: "delivered" },
        { email_id: id, ...report }
      ]
    })
    expect(several.status).toBe(400)
    expect(Object.keys((several.json as { details: object }).details)).toEqual([
      `reports.1.${path}`
    ])
    expect((await call("GET", `/emails/${id}`)).json).toMatchObject({ status: "sent" })
  })

  it("in batches have a mail each, and are at most 1,000", async () => {
    const { call } = await account()
    const details = async (json: unknown) =>
      Object.keys(
        ((await call("POST", "/feedback", json)).json as { details?: object }).details ?? {}
      )
    expect(await details({})).toEqual(["reports"])
    expect(await details({ reports: {} })).toEqual(["reports"])
    expect(await details({ reports: [{ kind: "opened" }] })).toEqual(["reports.0.email_id"])
    expect(
      await details({
        reports: Array.from({ length: 1001 }, () => ({ email_id: "em_1", kind: "opened" }))
      })
    ).toEqual(["reports"])
    expect((await call("POST", "/feedback", { reports: [] })).json).toEqual({ data: [] })
  })

  it("need a scope of their own", async () => {
    const { tenant } = await service.newAccount()
    const { key } = await service.newKey(tenant, ["email:send", "email:read"])
    expect(
      (await service.call("POST", "/v1/feedback", { key, json: { reports: [] } })).status
    ).toBe(403)
  })
})
