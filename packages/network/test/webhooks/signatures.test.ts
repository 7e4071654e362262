import { describe, expect, it } from "@effect/vitest"
import { verifyWebhook } from "@telemark/client"
import { webhookPeer } from "@telemark/testing"
import { Effect, Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { signatureFields } from "../../src/webhooks/signing.js"
import { body, caller, formerSecret, makeCall, secret } from "./support.js"

const { webhooks } = new Stripe("sk_test_unused")
const forged = body.replace("Größe", "Groesse")

/** What a receiver gets of a call that is signed with these secrets. */
const received = (...secrets: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const peer = yield* webhookPeer()
    yield* (yield* caller()).call(
      makeCall(peer.url, { secrets: secrets.map((each) => Redacted.make(each)) })
    )
    const [request] = peer.requests
    return request ?? expect.unreachable("Nothing was received.")
  })

describe("what a receiver gets", () => {
  it.live("passes Stripe's own check unchanged, and no other body does", () =>
    Effect.map(received(secret), (request) => {
      const field = request.headers["x-service-signature"]!
      expect(webhooks.constructEvent(request.body, field, secret)).toMatchObject({
        id: "evt_1",
        type: "email.sent"
      })
      expect(() => webhooks.constructEvent(forged, field, secret)).toThrow(/signature/)
      expect(() => webhooks.constructEvent(request.body, field, formerSecret)).toThrow(/signature/)
    })
  )

  it.live("passes the check of Standard Webhooks unchanged, and no other body does", () =>
    Effect.map(received(secret), ({ body, headers }) => {
      expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({
        id: "evt_1",
        type: "email.sent"
      })
      expect(() => new Webhook(secret).verify(forged, { ...headers })).toThrow(
        "No matching signature"
      )
      expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow(
        "No matching signature"
      )
      expect(() => new Webhook(formerSecret).verify(body, { ...headers })).toThrow(
        "No matching signature"
      )
    })
  )

  it.live("passes all checks with either secret while one replaces another", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* received(secret, formerSecret)
      for (const each of [secret, formerSecret]) {
        expect(webhooks.constructEvent(body, headers["x-service-signature"]!, each).id).toBe(
          "evt_1"
        )
        expect(new Webhook(each).verify(body, { ...headers })).toMatchObject({ id: "evt_1" })
        expect(yield* Effect.promise(() => verifyWebhook(body, headers, each))).toMatchObject({
          id: "evt_1"
        })
      }
    })
  )
})

describe("the signature fields", () => {
  const sign = (...secrets: ReadonlyArray<string>) =>
    signatureFields(
      {
        event_id: "evt_1",
        body: Buffer.from("{}"),
        secrets: secrets.map((each) => Redacted.make(each))
      },
      1_800_000_000
    )

  it("are these, of the same instant in both forms", () => {
    expect(sign(secret)).toEqual([
      "x-service-signature",
      "t=1800000000,v1=f0ea5b11b4653d8df70d69df06f74c34a60b98094621f80d978935e1eff75ffc",
      "webhook-id",
      "evt_1",
      "webhook-timestamp",
      "1800000000",
      "webhook-signature",
      "v1,zQjtBG6tEYqBS/tpYPKhQ7xp4KSseTMOge1xu24Xhjk="
    ])
  })

  it("have a signature of each secret, in their order", () => {
    const [, service, , , , , , standard] = sign(secret, formerSecret)
    const alone = [sign(secret), sign(formerSecret)]
    expect(service).toBe(
      `t=1800000000,${alone.map((fields) => fields[1]?.split(",")[1]).join(",")}`
    )
    expect(standard).toBe(alone.map((fields) => fields[7]).join(" "))
  })
})
