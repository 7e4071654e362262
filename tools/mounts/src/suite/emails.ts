import { describe, expect, it } from "vitest"
import { member, told } from "../api.js"
import { hello, type Part } from "./Part.js"

const limits = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]

interface Sent {
  readonly queued: ReadonlyArray<{ readonly id: string }>
}

export const emails: Part = ({ api }) =>
  describe("emails", () => {
    it("accepts a send with 201, and includes it in list and log", async () => {
      const sent = await api().call("POST", "/emails/send", {
        json: { ...hello, to: ["ada@example.com", "bob@example.com"], subject: "Grüße ✉" }
      })
      expect(told(sent)).toEqual([
        201,
        {
          queued: [
            {
              id: expect.stringMatching(/^em_/) as unknown,
              recipient: "ada@example.com",
              status: "queued"
            },
            {
              id: expect.stringMatching(/^em_/) as unknown,
              recipient: "bob@example.com",
              status: "queued"
            }
          ],
          suppressed: [],
          idempotent_replay: false
        }
      ])
      for (const name of limits) expect(sent.headers.get(name), name).toMatch(/^\d+$/)
      const { queued } = sent.json as Sent
      expect(told(await api().call("GET", `/emails/${queued[1]?.id ?? ""}`))).toMatchObject([
        200,
        { id: queued[1]?.id, recipient_email: "bob@example.com", subject: "Grüße ✉" }
      ])
      expect(told(await api().call("GET", `/emails/${queued[1]?.id ?? ""}/events`))).toMatchObject([
        200,
        { email_id: queued[1]?.id }
      ])
      const listed = await api().call("GET", "/emails?limit=2&offset=0")
      expect(told(listed)).toMatchObject([200, { limit: 2, offset: 0 }])
      expect(listed.text).toContain(queued[0]?.id)
    })

    it("takes a batch, and says what came of each entry", async () => {
      const answer = await api().call("POST", "/emails/batch", {
        json: { emails: [hello, { ...hello, to: "nobody" }] }
      })
      expect(told(answer)).toMatchObject([
        200,
        {
          data: [
            { status: 201, queued: [{ recipient: hello.to }] },
            { status: 400, error: "Validation failed" }
          ]
        }
      ])
      expect(answer.headers.get("ratelimit-limit")).toMatch(/^\d+$/)
    })

    it("cancels what is still to be sent, once", async () => {
      const sent = await api().call("POST", "/emails/send", {
        json: { ...hello, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
      })
      const path = `/emails/${(sent.json as Sent).queued[0]?.id ?? ""}/cancel`
      expect(told(await api().call("POST", path))).toMatchObject([200, { status: "failed" }])
      expect(told(await api().call("POST", path))).toMatchObject([
        409,
        { error: "not_cancellable", details: { reason: "settled" } }
      ])
    })

    it("repeats the result of a repeated Idempotency-Key with 200", async () => {
      const headers = { "idempotency-key": "order-42" }
      const first = await api().call("POST", "/emails/send", { json: hello, headers })
      const again = await api().call("POST", "/emails/send", { json: hello, headers })
      expect([first.status, again.status]).toEqual([201, 200])
      expect(again.json).toEqual({ ...(first.json as object), idempotent_replay: true })
    })

    it("refuses what breaks a rule with 400, and says which", async () => {
      expect(
        told(
          await api().call("POST", "/emails/send", {
            json: { ...hello, to: ["ada@example.com", "nobody"] }
          })
        )
      ).toEqual([400, { error: "Validation failed", details: { "to.1": [expect.any(String)] } }])
      expect(
        told(await api().call("POST", "/emails/send", { json: { to: "ada@example.com" } }))
      ).toEqual([400, { error: "Validation failed", details: { body: [expect.any(String)] } }])
      expect(told(await api().call("GET", "/emails?limit=101"))).toEqual([
        400,
        { error: "Validation failed", details: { "query.limit": [expect.any(String)] } }
      ])
      expect(told(await api().call("GET", "/analytics/summary?period=1y"))).toEqual([
        400,
        { error: "period must be one of 24h, 7d, 30d, 90d" }
      ])
    })

    it("answers 404 to an id that there isn't", async () => {
      for (const path of [
        "/emails/em_0",
        "/emails/em_0/events",
        "/emails/%F0%9F%93%AE",
        "/emails/a%2Fb"
      ]) {
        expect(told(await api().call("GET", path)), path).toEqual([404, { error: "not_found" }])
      }
    })

    it("answers 429 to what exceeds the key's limit, and says when to come back", async () => {
      const json = { name: "slow", scopes: ["email:send"], rate_limit: 1 }
      const key = String(member(await api().call("POST", "/api-keys", { json }), "key"))
      expect((await api().call("POST", "/emails/send", { key, json: hello })).status).toBe(201)
      const refused = await api().call("POST", "/emails/send", { key, json: hello })
      expect(told(refused)).toEqual([429, { error: "Rate limit exceeded" }])
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(limits.map((name) => refused.headers.get(name))).toEqual([
        "1",
        "0",
        expect.stringMatching(/^\d+$/)
      ])
    })

    it("counts what was sent", async () => {
      expect(told(await api().call("GET", "/analytics/summary?period=24h"))).toMatchObject([
        200,
        { period: "24h", statuses: {} }
      ])
    })
  })
