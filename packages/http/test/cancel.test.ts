import { Database } from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { instant, type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome } from "./support/webhooks.js"

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()

describe.each(hosts)("cancelling behind %s", (_, options) => {
  let service: Service
  beforeAll(async () => {
    service = await startService(options)
  })
  afterAll(() => service.close())

  const account = async (settings: Parameters<Service["newAccount"]>[0] = {}) => {
    const {
      key: { key }
    } = await service.newAccount(settings)
    const send = async (changes: object = {}) => {
      const { json } = await service.call("POST", "/v1/emails/send", {
        key,
        json: { to: "ada@example.com", subject: "Hello", text: "x", ...changes }
      })
      return (json as { queued?: ReadonlyArray<{ id: string }> }).queued?.[0]?.id ?? ""
    }
    const cancel = (id: string) => service.call("POST", `/v1/emails/${id}/cancel`, { key })
    const get = async (id: string) => (await service.call("GET", `/v1/emails/${id}`, { key })).json
    const settle = (email_id: string) =>
      service.runtime.runPromise(
        Effect.gen(function* () {
          const { sql, tables } = yield* Database
          yield* sql`UPDATE ${tables.emails} SET status = 'delivered' WHERE id = ${email_id}`
          yield* sql`DELETE FROM ${tables.queue} WHERE id = ${email_id}`
        })
      )
    return { key, send, cancel, get, settle }
  }

  it("returns the log of what won't be sent any more, and adds an event", async () => {
    const { cancel, get, key, send } = await account()
    const scheduled_at = tomorrow()
    const id = await send({ scheduled_at, tags: { kind: "reminder" } })
    expect(await get(id)).toMatchObject({
      status: "queued",
      scheduled_at,
      next_attempt_at: scheduled_at,
      tags: { kind: "reminder" }
    })
    const answer = await cancel(id)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      id,
      recipient_email: "ada@example.com",
      sender_email: "shop@example.com",
      subject: "Hello",
      status: "failed",
      template_id: null,
      template_version: null,
      smtp_provider: "",
      smtp_response: null,
      error_message: "Cancelled before it was sent.",
      failure_code: "cancelled",
      attempts: 0,
      sent_at: null,
      next_attempt_at: null,
      metadata: null,
      tags: { kind: "reminder" },
      topic: null,
      scheduled_at,
      created_at: expect.stringMatching(instant)
    })
    expect(await get(id)).toEqual(answer.json)
    const timeline = (await service.call("GET", `/v1/emails/${id}/events`, { key })).json
    expect(timeline).toMatchObject({
      status: "failed",
      data: [
        {
          type: "email.failed",
          verdict: "cancelled",
          error_message: "Cancelled before it was sent."
        }
      ]
    })
  })

  it("cancels what was to be sent at once and still waits", async () => {
    const { cancel, send } = await account()
    expect((await cancel(await send())).json).toMatchObject({
      status: "failed",
      scheduled_at: null
    })
  })

  it("refuses what is cancelled or was settled, and leaves it as it is", async () => {
    const { cancel, get, send, settle } = await account()
    const [cancelled, delivered] = [await send(), await send()]
    await cancel(cancelled)
    await settle(delivered)
    for (const [id, status] of [
      [cancelled, "failed"],
      [delivered, "delivered"]
    ] as const) {
      const refused = await cancel(id)
      expect(outcome(refused)).toEqual([
        409,
        { error: "not_cancellable", message: expect.any(String), details: { reason: "settled" } }
      ])
      expect(await get(id)).toMatchObject({ status })
    }
  })

  it("succeeds once, however many ask at once", async () => {
    const { cancel, send } = await account()
    const id = await send({ scheduled_at: tomorrow() })
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  it("gives the month's quota back", async () => {
    const { cancel, send } = await account({ monthly_limit: 1 })
    const id = await send({ scheduled_at: tomorrow() })
    expect(await send()).toBe("")
    await cancel(id)
    expect(await send()).not.toBe("")
  })

  it("knows nothing of ids that aren't there, of other tenants' emails, and of paths for ids", async () => {
    const mine = await account()
    const id = await (await account()).send({ scheduled_at: tomorrow() })
    for (const unknown of [
      id,
      `em_${"0".repeat(32)}`,
      "em_0",
      "batch",
      "send",
      "%00",
      "a".repeat(2000),
      encodeURIComponent("../send")
    ]) {
      expect(outcome(await mine.cancel(unknown)), unknown).toEqual(notFound)
    }
  })

  it("needs no body, and doesn't look at one", async () => {
    const { key, send } = await account()
    const id = await send({ scheduled_at: tomorrow() })
    expect(
      (
        await service.call("POST", `/v1/emails/${id}/cancel`, {
          key,
          body: "{",
          headers: { "content-type": "text/plain" }
        })
      ).status
    ).toBe(200)
  })

  it("needs the scope email:send, which reading isn't", async () => {
    const {
      key: { key }
    } = await service.newAccount({ scopes: ["email:read"] })
    expect(
      outcome(await service.call("POST", `/v1/emails/em_${"0".repeat(32)}/cancel`, { key }))
    ).toEqual([
      403,
      {
        error: "Insufficient scope",
        message: expect.any(String),
        details: { required: "email:send" }
      }
    ])
  })
})
