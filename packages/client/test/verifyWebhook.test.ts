import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { verifyWebhook } from "../src/index.js"
import {
  body,
  event,
  now,
  otherSecret,
  reasonOf,
  seconds,
  secret,
  serviceHeaders,
  standardHeaders
} from "./support/signing.js"

const options = { now: () => now }
const schemes = [
  ["webhook-signature", standardHeaders],
  ["x-service-signature", serviceHeaders]
] as const

describe.each(schemes)("a request signed in %s", (_, headersOf) => {
  it("is accepted, and its event returned", async () => {
    expect(await verifyWebhook(body, headersOf(), secret, options)).toEqual(event)
  })

  it("is accepted whatever type the body has", async () => {
    const bytes = new TextEncoder().encode(body)
    const pool = new Uint8Array(bytes.length + 20)
    pool.set(bytes, 10)
    const bodies = [
      bytes,
      Buffer.from(body),
      bytes.buffer,
      pool.subarray(10, 10 + bytes.length),
      new DataView(pool.buffer, 10, bytes.length)
    ]
    for (const one of bodies)
      expect(await verifyWebhook(one as Uint8Array, headersOf(), secret, options)).toEqual(event)
  })

  it("is accepted whatever type the headers have, their names in any case", async () => {
    const headers = headersOf()
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
    )
    const lists = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]])
    )
    const polyfill = { get: (name: string) => new Headers(headers).get(name) } as unknown as Headers
    for (const one of [
      new Headers(headers),
      upper,
      lists,
      { ...headers, "x-other": undefined },
      polyfill
    ]) {
      expect(await verifyWebhook(body, one, secret, options)).toEqual(event)
    }
  })

  it("is accepted if any of its signatures is by any of the secrets", async () => {
    const both = headersOf({ secrets: [otherSecret, secret] })
    expect(await verifyWebhook(body, both, secret, options)).toEqual(event)
    expect(await verifyWebhook(body, both, otherSecret, options)).toEqual(event)
    expect(await verifyWebhook(body, headersOf(), [otherSecret, secret], options)).toEqual(event)
    expect(
      await verifyWebhook(
        body,
        headersOf({ secrets: [otherSecret] }),
        [otherSecret, secret],
        options
      )
    ).toEqual(event)
  })

  it("is accepted up to 300 s from its timestamp, to either side, or as far as is allowed", async () => {
    for (const at of [seconds - 300, seconds + 300]) {
      expect(await verifyWebhook(body, headersOf({ at }), secret, options)).toEqual(event)
    }
    expect(
      await verifyWebhook(body, headersOf({ at: seconds - 3600 }), secret, {
        ...options,
        toleranceSeconds: 3600
      })
    ).toEqual(event)
  })

  it("is measured by the clock, unless configured otherwise", async () => {
    const at = Math.floor(Date.now() / 1000)
    expect(await verifyWebhook(body, headersOf({ at }), secret)).toEqual(event)
  })

  it("is accepted with any bytes in its body, and with no other bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.nat(), async (metadata, position) => {
        const sent = Buffer.from(JSON.stringify({ ...event, data: { ...event.data, metadata } }))
        const headers = headersOf({ body: sent })
        expect(await verifyWebhook(sent, headers, secret, options)).toEqual(
          JSON.parse(sent.toString())
        )
        const changed = Buffer.from(sent)
        const at = position % changed.length
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
        expect(await reasonOf(verifyWebhook(changed, headers, secret, options))).toBe("mismatch")
      }),
      { numRuns: 200 }
    )
  })
})

describe("verifyWebhook", () => {
  const made = { "webhook-id": event.id, "webhook-timestamp": "1800000000" }
  const small =
    '{"id":"evt_1","type":"email.sent","created_at":"2027-01-15T08:00:00.000Z","data":{}}'

  it("accepts signatures that were made elsewhere", async () => {
    const standard = {
      ...made,
      "webhook-signature": "v1,wjM3HviPEO9Dy6A2lqKaL7bP/g3NAgpI9RAP/LaEr7I="
    }
    const service = {
      "x-service-signature":
        "t=1800000000,v1=06854894917c634448941908cecf1f2ab04d8cea58e2e7135bd41b0028a9e582"
    }
    for (const headers of [standard, service]) {
      expect(await verifyWebhook(small, headers, secret, options)).toEqual(JSON.parse(small))
    }
  })

  it("accepts what the packages standardwebhooks and stripe sign", async () => {
    const at = Math.floor(Date.now() / 1000)
    const signature = new Webhook(secret).sign(event.id, new Date(at * 1000), body)
    const standard = {
      "webhook-id": event.id,
      "webhook-timestamp": String(at),
      "webhook-signature": signature
    }
    expect(await verifyWebhook(body, standard, secret)).toEqual(event)
    const service = new Stripe("sk_test").webhooks.generateTestHeaderString({
      payload: body,
      secret
    })
    expect(await verifyWebhook(body, { "x-service-signature": service }, secret)).toEqual(event)
  })

  it("uses webhook-signature if both are present", async () => {
    const headers = { ...serviceHeaders({ secrets: [otherSecret] }), ...standardHeaders() }
    expect(await verifyWebhook(body, headers, secret, options)).toEqual(event)
    const worse = { ...serviceHeaders(), ...standardHeaders({ secrets: [otherSecret] }) }
    expect(await reasonOf(verifyWebhook(body, worse, secret, options))).toBe("mismatch")
  })

  it("passes over versions and members that it doesn't know", async () => {
    const standard = standardHeaders()
    const service = serviceHeaders()["x-service-signature"]
    const later = {
      ...standard,
      "webhook-signature": `v1a,AAAA ${standard["webhook-signature"]} v2,BBBB`
    }
    expect(await verifyWebhook(body, later, secret, options)).toEqual(event)
    expect(
      await verifyWebhook(
        body,
        { "x-service-signature": `v0=00,${service}, v2=11` },
        secret,
        options
      )
    ).toEqual(event)
  })

  it("returns types of events that it doesn't know", async () => {
    const later = JSON.stringify({ ...event, type: "email.read" })
    expect(
      await verifyWebhook(later, standardHeaders({ body: later }), secret, options)
    ).toMatchObject({ type: "email.read" })
  })

  it("imports a secret once, and keeps a bounded number of keys", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey")
    onTestFinished(() => importKey.mockRestore())
    const secrets = Array.from(
      { length: 64 },
      (_, index) => `whsec_${Buffer.alloc(32, `${String(index)},`).toString("base64")}`
    )
    const verify = (one: string) =>
      verifyWebhook(body, standardHeaders({ secrets: [one] }), one, options)
    const [first = ""] = secrets
    for (const one of [...secrets, ...secrets]) await verify(one)
    expect(importKey).toHaveBeenCalledTimes(64)
    await verify(otherSecret)
    await verify(first)
    expect(importKey).toHaveBeenCalledTimes(66)
  })
})
