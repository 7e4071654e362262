import { createHmac } from "node:crypto"
import { startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { instant, type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome, refusedAt, webhookAccount } from "./support/webhooks.js"

interface Attempt {
  readonly id: string
  readonly event_id: string
}

describe.each(hosts)(
  "tests of webhook endpoints and their attempts behind %s",
  (_host, options) => {
    let service: Service
    let peer: WebhookPeer
    beforeAll(async () => {
      service = await startService({ ...options, allowNetworks: ["127.0.0.0/8"] })
    })
    afterAll(() => service.close())
    beforeEach(async () => {
      peer = await startWebhookPeer()
    })
    afterEach(() => peer.close())

    const endpoint = async () => {
      const account = await webhookAccount(service)
      const { id, secret } = await account.create({ url: `${peer.url}/in` })
      const path = `/${String(id)}`
      const test = (json?: unknown) => account.call("POST", `${path}/test`, json)
      const attempts = async (query = "") =>
        (await account.call("GET", `${path}/deliveries${query}`)).json as {
          data: ReadonlyArray<Attempt>
        }
      return { ...account, attempts, id, path, secret, test }
    }

    it("post a signed sample of the first kind of event, and show what came of it among the attempts", async () => {
      const { attempts, secret, test } = await endpoint()
      const answer = await test({})
      expect(outcome(answer)).toEqual([
        200,
        {
          id: expect.stringMatching(/^dlv_[0-9a-f]{32}$/),
          event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
          type: "email.delivered",
          attempt: 0,
          status: "delivered",
          status_code: 200,
          duration_ms: expect.any(Number),
          response: "ok",
          error: null,
          next_attempt_at: null,
          created_at: expect.stringMatching(instant)
        }
      ])
      const [request, ...others] = peer.requests
      expect(others).toEqual([])
      expect(request).toMatchObject({ method: "POST", path: "/in" })
      const { event_id } = answer.json as Attempt
      expect(JSON.parse(request?.body ?? "")).toMatchObject({
        id: event_id,
        type: "email.delivered",
        data: { recipient: "ada@example.com" }
      })
      const [, time = "", signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(request?.headers["x-service-signature"] ?? "") ?? []
      expect(signature).toBe(
        createHmac("sha256", secret)
          .update(`${time}.${request?.body ?? ""}`)
          .digest("hex")
      )
      expect(request?.headers["webhook-id"]).toBe(event_id)
      expect(await attempts()).toEqual({ data: [answer.json], limit: 50, offset: 0 })
    })

    it("show each by itself with the body that was posted, to nobody else", async () => {
      const { call, path, test } = await endpoint()
      const other = await endpoint()
      const { id, ...made } = (await test({ type: "email.bounced" })).json as Attempt
      expect(outcome(await call("GET", `${path}/deliveries/${id}`))).toEqual([
        200,
        { id, ...made, request: peer.requests[0]?.body }
      ])
      for (const wrong of [
        `${path}/deliveries/dlv_none`,
        `${path}/deliveries/dlv_0199a0b0c0d07000800000000000000b`,
        `/999999/deliveries/${id}`
      ])
        expect(outcome(await call("GET", wrong))).toEqual(notFound)
      expect(outcome(await other.call("GET", `${path}/deliveries/${id}`))).toEqual(notFound)
      expect(outcome(await other.call("GET", `${other.path}/deliveries/${id}`))).toEqual(notFound)
    })

    it("list those that the endpoint accepted, or refused", async () => {
      const { attempts, call, path, test } = await endpoint()
      const accepted = (await test()).json as Attempt
      peer.answer({ status: 500 })
      const refused = (await test()).json as Attempt
      expect((await attempts("?outcome=accepted")).data.map(({ id }) => id)).toEqual([accepted.id])
      expect((await attempts("?outcome=refused")).data.map(({ id }) => id)).toEqual([refused.id])
      expect(outcome(await call("GET", `${path}/deliveries?outcome=perhaps`))).toEqual(
        refusedAt("query.outcome")
      )
    })

    it.each([
      ["no body at all", {}],
      ["an empty body", { body: "" }],
      ["an empty body of another type", { body: "", headers: { "content-type": "text/plain" } }],
      ["an empty object", { json: {} }],
      ["members that aren't known", { json: { kind: "email.bounced" } }]
    ])("are made with %s", async (_, options) => {
      const { key, path } = await endpoint()
      const answer = await service.call("POST", `/v1/webhook-endpoints${path}/test`, {
        key,
        ...options
      })
      expect(outcome(answer)).toMatchObject([200, { status: "delivered", type: "email.delivered" }])
    })

    it("send the requested type of event, whether or not the endpoint takes it", async () => {
      const { test } = await endpoint()
      expect((await test({ type: "email.clicked" })).json).toMatchObject({ type: "email.clicked" })
      expect(JSON.parse(peer.requests[0]?.body ?? "")).toMatchObject({
        type: "email.clicked",
        data: { link: expect.stringMatching(/./) }
      })
      for (const type of ["email.exploded", "*", "", 1, null, ["email.sent"]])
        expect(outcome(await test({ type }))).toEqual(refusedAt("type"))
      expect(peer.requests).toHaveLength(1)
    })

    it.each([
      [
        "an error",
        { status: 500, body: "out of order" },
        { status_code: 500, response: "out of order" }
      ],
      ["a redirect", { redirect: "http://127.0.0.1:1/" }, { status_code: 302 }],
      ["nothing", "reset", { status_code: null, response: null }],
      ["half a body", "closeHalfway", { status_code: null, response: null }]
    ] as const)(
      "answer 200 also where the endpoint answers with %s, are tried once, and change nothing of it",
      async (_, behaviour, told) => {
        const { call, path, test } = await endpoint()
        peer.answer(behaviour)
        expect(outcome(await test())).toMatchObject([
          200,
          {
            ...told,
            attempt: 0,
            status: "failed",
            error: expect.stringMatching(/\.$/),
            next_attempt_at: null
          }
        ])
        expect(peer.requests).toHaveLength(1)
        expect((await call("GET", path)).json).toMatchObject({
          active: true,
          failing_since: null,
          disabled_reason: null
        })
      }
    )

    it("leave an endpoint that answers 410 as it is", async () => {
      const { call, path, test } = await endpoint()
      peer.answer({ status: 410 })
      expect(outcome(await test())).toMatchObject([200, { status: "failed", status_code: 410 }])
      expect((await call("GET", path)).json).toMatchObject({ active: true, disabled_reason: null })
    })

    it("show the first kB of what was answered", async () => {
      const { test } = await endpoint()
      peer.answer({ large: 200_000 })
      expect((await test()).json).toMatchObject({ status: "delivered", response: "x".repeat(1024) })
    })

    it("keep the network policy", async () => {
      const closed = await startService(options)
      const { call, create } = await webhookAccount(closed)
      // No look-up reaches this name, so that it may be saved, as one may that points elsewhere
      // later.
      const { id } = await create({ url: `http://nowhere.invalid:${String(peer.port)}/` })
      expect(outcome(await call("POST", `/${String(id)}/test`))).toMatchObject([
        200,
        { status: "failed", status_code: null, error: expect.stringContaining("resolved") }
      ])
      expect(peer.connections).toBe(0)
      await closed.close()
    })

    it("list attempts newest first, in pages", async () => {
      const { attempts, test } = await endpoint()
      const made: Array<string> = []
      for (const _ of [1, 2, 3]) made.unshift(((await test()).json as Attempt).id)
      const ids = async (query: string) => (await attempts(query)).data.map(({ id }) => id)
      expect(await ids("")).toEqual(made)
      expect(await ids("?limit=2")).toEqual(made.slice(0, 2))
      expect(await ids("?limit=2&offset=2")).toEqual(made.slice(2))
      expect(await attempts("?limit=100&offset=999999999999999")).toEqual({
        data: [],
        limit: 100,
        offset: 999_999_999_999_999
      })
    })

    it.each([
      "limit=0",
      "limit=101",
      "limit=1.5",
      "limit=",
      "limit=x",
      "limit=1&limit=2",
      "limit=-1",
      "offset=-1",
      "offset=1e3",
      "offset=x",
      "offset=9007199254740993"
    ])("refuse a page with %s", async (query) => {
      const { call, path } = await endpoint()
      expect(outcome(await call("GET", `${path}/deliveries?${query}`))).toEqual(
        refusedAt(`query.${query.split("=")[0] ?? ""}`)
      )
    })

    it("forget the attempts with the endpoint", async () => {
      const { call, path, test } = await endpoint()
      await test()
      await call("DELETE", path)
      expect(outcome(await call("GET", `${path}/deliveries`))).toEqual(notFound)
      expect(outcome(await test())).toEqual(notFound)
      expect(peer.requests).toHaveLength(1)
    })
  }
)
