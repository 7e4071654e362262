import { expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { DomainVerifier } from "@telemark/core"
import { Dns, type LookUps } from "@telemark/network"
import { dnsPeer } from "@telemark/testing"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { isDeepStrictEqual } from "node:util"
import { layerDomainVerifier, remembering } from "../../src/domains/layerDomainVerifier.js"
import { domain, keyHost, published, question, verify, verifyBy } from "./verifying.js"

const statuses = (zone: typeof published, asked: Partial<typeof question> = {}, timeout?: number) =>
  Effect.map(verify(zone, asked, timeout), ({ dmarc, keys, spf }) => [
    spf.status,
    keys[0]?.status,
    dmarc.status
  ])

for (const behaviour of ["servfail", "refused", "silence"] as const) {
  it.effect(`${behaviour}: each part is trouble, none is missing`, () =>
    Effect.gen(function* () {
      const peer = yield* dnsPeer({ zone: published })
      peer.fail(behaviour)
      const { dmarc, keys, spf } = yield* verifyBy(peer, {}, 50)
      for (const finding of [spf, dmarc, ...keys]) {
        expect(finding).toMatchObject({
          verified: false,
          status: "temperror",
          found: null,
          message: expect.stringContaining("This changes nothing.")
        })
      }
    })
  )
}

it.effect("trouble of one part leaves the others alone", () =>
  Effect.gen(function* () {
    expect(yield* statuses({ ...published, [keyHost]: { TXT: "servfail" } })).toEqual([
      "pass",
      "temperror",
      "ok"
    ])
    expect(yield* statuses({ ...published, [domain]: { TXT: "servfail" } })).toEqual([
      "temperror",
      "ok",
      "ok"
    ])
    expect(yield* statuses({ ...published, "_dmarc.shop.example": { TXT: "servfail" } })).toEqual([
      "pass",
      "ok",
      "temperror"
    ])
  })
)

it.effect("trouble further down or up is trouble of that part too", () =>
  Effect.gen(function* () {
    expect(yield* statuses({ ...published, "_spf.sender.example": { TXT: "servfail" } })).toEqual([
      "temperror",
      "ok",
      "ok"
    ])
    expect(
      yield* statuses(
        { ...published, "_spf.sender.example": { TXT: "servfail" } },
        { sending_ips: ["192.0.2.1"] }
      )
    ).toEqual(["temperror", "ok", "ok"])
    expect(
      yield* statuses({
        ...published,
        "_dmarc.shop.example": { TXT: [] },
        "_dmarc.example": { TXT: "servfail" }
      })
    ).toEqual(["pass", "ok", "temperror"])
  })
)

it.effect("trouble doesn't hide that an address is refused", () =>
  Effect.gen(function* () {
    const { spf } = yield* verify(
      {
        ...published,
        [domain]: { TXT: ["v=spf1 -ip4:198.51.100.1 include:failing.example ~all"] },
        "failing.example": { TXT: "servfail" }
      },
      { sending_ips: ["192.0.2.1", "198.51.100.1"] }
    )
    expect(spf).toMatchObject({
      status: "not_authorized",
      message: expect.stringContaining("198.51.100.1")
    })
  })
)

it.effect("trouble that passes within the two tries isn't seen", () =>
  Effect.gen(function* () {
    const zone = {
      ...published,
      [keyHost]: {
        TXT: (query: number) =>
          query === 1 ? ("silence" as const) : (published[keyHost]?.TXT as ReadonlyArray<string>)
      }
    }
    // On a machine that does much else another answer may come too late: then it is tried again.
    yield* Effect.repeat(statuses(zone, {}, 300), {
      until: (found) => isDeepStrictEqual(found, ["pass", "ok", "ok"])
    })
  })
)

it.effect("an address that lies about its name, or a name that has nothing, changes nothing", () =>
  Effect.gen(function* () {
    const { spf } = yield* verify(
      {
        ...published,
        [domain]: { TXT: ["v=spf1 ptr:sender.example -all"] },
        "1.2.0.192.in-addr.arpa": { PTR: ["mail.sender.example"] },
        "mail.sender.example": { A: ["203.0.113.1"] }
      },
      { sending_ips: ["192.0.2.1"] }
    )
    expect(spf.status).toBe("not_authorized")
  })
)

it.effect("answers that change from query to query give one picture", () =>
  Effect.gen(function* () {
    const changing = (query: number) => [
      query === 1 ? "v=spf1 include:_spf.sender.example ~all" : "v=spf1 -all"
    ]
    expect(yield* statuses({ ...published, [domain]: { TXT: changing } })).toEqual([
      "pass",
      "ok",
      "ok"
    ])
  })
)

it.effect("aliases without an end are trouble", () =>
  Effect.gen(function* () {
    expect(
      (yield* statuses({
        ...published,
        [keyHost]: { CNAME: ["loop.example"] },
        "loop.example": { CNAME: [keyHost] }
      }))[1]
    ).toBe("temperror")
  })
)

const withLookUps = (lookUps: LookUps) =>
  Layer.provide(layerDomainVerifier, Layer.succeed(Dns, { resolver: Effect.succeed(lookUps) }))

// Which deadline ends first is the clock's choice: the name is asked by SPF before DMARC, and by
// DKIM before SPF.
for (const [shared, expected] of [
  ["_dmarc.shop.example", ["temperror", "temperror", "missing"]],
  ["tmone._domainkey.a.shop.example", ["temperror", "missing", "temperror"]]
] as const) {
  it.effect(
    `a part that gives up waiting for ${shared} leaves it to the others that wait for it`,
    () =>
      Effect.gen(function* () {
        const asked: Array<string> = []
        const none = { _tag: "NoName" } as const
        const answers = new Map<string, ReturnType<LookUps["txt"]>>([
          [
            "a.shop.example",
            Effect.succeed({
              _tag: "Found",
              records: [`v=spf1 include:slow.example include:${shared} ~all`]
            })
          ],
          [
            "slow.example",
            Effect.delay(Effect.succeed({ _tag: "Found", records: ["v=spf1 -all"] }), "2 seconds")
          ]
        ])
        const txt: LookUps["txt"] = (name) => {
          asked.push(name)
          if (name === shared) return Effect.never
          return (
            answers.get(name) ??
            Effect.delay(Effect.succeed(none), name.startsWith("_dmarc.") ? "3 seconds" : 0)
          )
        }
        const nothing = () => Effect.succeed(none)
        const verifying = yield* Effect.flatMap(DomainVerifier, (verifier) =>
          verifier.verify({ ...question, domain: "a.shop.example", sending_ips: ["192.0.2.1"] })
        ).pipe(
          Effect.provide(
            withLookUps({
              txt,
              a: nothing,
              aaaa: nothing,
              mx: nothing,
              cname: nothing,
              ptr: nothing
            })
          ),
          Effect.forkChild
        )
        yield* TestClock.adjust("20 seconds")
        const { dmarc, keys, spf } = yield* Fiber.join(verifying)
        expect([spf.status, dmarc.status, keys[0]?.status]).toEqual(expected)
        expect(asked.filter((name) => name === shared)).toHaveLength(1)
      })
  )
}

const never = (cancelled: Effect.Effect<void>): LookUps => {
  const lookUp = () => Effect.onInterrupt(Effect.never, () => cancelled)
  return { txt: lookUp, a: lookUp, aaaa: lookUp, mx: lookUp, cname: lookUp, ptr: lookUp }
}

it.effect("ends after ten seconds, each part on its own, and closes its resolver", () =>
  Effect.gen(function* () {
    const closed = yield* Deferred.make<void>()
    const hanging = never(Effect.void)
    const lookUps: LookUps = {
      ...hanging,
      txt: (name) => (name === keyHost ? Effect.succeed({ _tag: "NoName" }) : hanging.txt(name))
    }
    const dns = Layer.succeed(Dns, {
      resolver: Effect.acquireRelease(Effect.succeed(lookUps), () =>
        Deferred.succeed(closed, undefined)
      )
    })
    const verifying = yield* Effect.flatMap(DomainVerifier, (verifier) =>
      verifier.verify(question)
    ).pipe(Effect.provide(Layer.provide(layerDomainVerifier, dns)), Effect.forkChild)
    yield* TestClock.adjust("9999 millis")
    expect(verifying.pollUnsafe()).toBeUndefined()
    expect(yield* Deferred.isDone(closed)).toBe(false)
    yield* TestClock.adjust("1 millis")
    const { dmarc, keys, spf } = yield* Fiber.join(verifying)
    expect([spf.status, dmarc.status, keys[0]?.status]).toEqual([
      "temperror",
      "temperror",
      "temperror"
    ])
    expect(yield* Deferred.isDone(closed)).toBe(true)
  })
)

it.effect(
  "a look-up outlives its first caller, and the scope cancels what is still in progress",
  () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const cancelled = yield* Deferred.make<void>()
      yield* Effect.gen(function* () {
        const lookUps = yield* remembering({
          ...never(Deferred.succeed(cancelled, undefined)),
          txt: () => Effect.as(Deferred.await(answer), { _tag: "NoName" })
        })
        const first = yield* Effect.forkChild(lookUps.txt("shop.example"))
        const second = yield* Effect.forkChild(lookUps.txt("Shop.Example"))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(answer, undefined)
        expect(yield* Fiber.join(second)).toEqual({ _tag: "NoName" })
        const hanging = yield* Effect.forkChild(lookUps.mx("shop.example"))
        // The look-up has a fiber of its own.
        yield* Effect.repeat(Effect.yieldNow, { times: 1 })
        yield* Fiber.interrupt(hanging)
        expect(yield* Deferred.isDone(cancelled)).toBe(false)
      }).pipe(Effect.scoped)
      expect(yield* Deferred.isDone(cancelled)).toBe(true)
    })
)
