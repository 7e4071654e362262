import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import type { Sender } from "../../src/delivery/routes/Route.js"
import type { RouteSignal } from "../../src/delivery/routes/RouteSignal.js"
import { SenderBackOffs } from "../../src/delivery/routes/SenderBackOffs.js"

const minute = 60_000
const less: RouteSignal = { asks: "slow_down", of: "sender", isDaily: false, isPressing: false }
const pressing: RouteSignal = { ...less, isPressing: true }
const daily: RouteSignal = { ...less, isDaily: true }
const accepted: RouteSignal = { asks: "accepted", of: "route", isDaily: false, isPressing: false }

const of = (tenant_id: string, domain = `${tenant_id}.example`): Sender => ({ tenant_id, domain })
const [bad, good] = [of("bad"), of("good")]

const blockedAt = (backOffs: SenderBackOffs, sender: Sender, now: number) =>
  backOffs.isBlocked(sender, now)

describe("a backed-off sender", () => {
  it("waits a minute, then twice as long each time, up to a quarter of an hour", () => {
    const backOffs = new SenderBackOffs()
    let now = 0
    const ends = Array.from({ length: 6 }, () => {
      const { until = 0 } = backOffs.learn(bad, less, now) ?? {}
      const length = until - now
      now = until
      return length / minute
    })
    expect(ends).toEqual([1, 2, 4, 8, 15, 15])
  })

  it("waits an hour for a limit that is counted by the day, and says so", () => {
    const backOffs = new SenderBackOffs()
    expect(backOffs.learn(bad, daily, 0)).toEqual({ scope: "sender", until: 60 * minute })
    expect(backOffs.waitOf(bad, 1)).toEqual({ _tag: "Wait", until: 60 * minute, isDaily: true })
  })

  it("doesn't back off twice because of messages that were in flight together", () => {
    const backOffs = new SenderBackOffs()
    expect(backOffs.learn(bad, less, 0)).toEqual({ scope: "sender", until: minute })
    expect(backOffs.learn(bad, less, 10)).toBeUndefined()
    expect(backOffs.backsOffUntil(bad, 20)).toBe(minute)
  })

  it("has one message that tries when the time is over, and the others a little later", () => {
    const backOffs = new SenderBackOffs()
    backOffs.learn(bad, less, 0)
    expect([1, 2, 3].map((now) => backOffs.waitOf(bad, now)?.until)).toEqual([
      minute,
      minute + 5000,
      minute + 5000
    ])
    expect(backOffs.waitOf(bad, minute)).toBeUndefined()
    const end = backOffs.begin(bad)
    expect(backOffs.waitOf(bad, minute + 100)?.until).toBe(minute + 15_100)
    end()
    expect(backOffs.waitOf(bad, minute + 200)).toBeUndefined()
  })

  it("recovers once a message is accepted, though not by one that was begun before", () => {
    const backOffs = new SenderBackOffs()
    backOffs.learn(bad, less, 0)
    backOffs.learn(bad, accepted, 10)
    expect(blockedAt(backOffs, bad, 20)).toBe(true)
    const end = backOffs.begin(bad)
    backOffs.learn(bad, accepted, minute)
    end()
    expect(blockedAt(backOffs, bad, minute)).toBe(false)
    expect(backOffs.learn(bad, less, 2 * minute)).toEqual({ scope: "sender", until: 3 * minute })
  })

  it("doesn't affect the tenant's other domain and other tenants with the same domain", () => {
    const backOffs = new SenderBackOffs()
    backOffs.learn(bad, less, 0)
    expect(blockedAt(backOffs, of("bad", "other.example"), 1)).toBe(false)
    expect(blockedAt(backOffs, of("good", "bad.example"), 1)).toBe(false)
  })
})

describe("several senders that are backed off within a minute", () => {
  it("back off the route once they are of three tenants", () => {
    const backOffs = new SenderBackOffs()
    const scopes = ["a", "b", "c"].map(
      (tenant, index) => backOffs.learn(of(tenant), less, index * 20_000)?.scope
    )
    expect(scopes).toEqual(["sender", "sender", "route"])
  })

  it("back off the route once they are of two, if the server hangs up or refuses our account", () => {
    const backOffs = new SenderBackOffs()
    expect(
      ["a", "b"].map((tenant, index) => backOffs.learn(of(tenant), pressing, index)?.scope)
    ).toEqual(["sender", "route"])
  })

  it("don't if a message was taken in between, nor if a minute has passed", () => {
    const backOffs = new SenderBackOffs()
    backOffs.learn(of("a"), less, 0)
    backOffs.learn(of("b"), less, 1)
    backOffs.learn(good, accepted, 2)
    expect(backOffs.learn(of("c"), less, 3)?.scope).toBe("sender")
    expect(backOffs.learn(of("d"), less, 3 + minute)?.scope).toBe("sender")
  })

  it("back off their tenant if it has all these domains, and no other tenant", () => {
    const backOffs = new SenderBackOffs()
    const scopes = ["1.example", "2.example", "3.example"].map(
      (domain) => backOffs.learn(of("bad", domain), less, 0)?.scope
    )
    expect(scopes).toEqual(["sender", "sender", "tenant"])
    expect(blockedAt(backOffs, of("bad", "4.example"), 1)).toBe(true)
    expect(blockedAt(backOffs, good, 1)).toBe(false)
  })
})

it("never let one tenant's refusals delay another tenant's mail, in any order of events", () => {
  const steps = FastCheck.array(
    FastCheck.record({
      domain: FastCheck.nat(20),
      signal: FastCheck.constantFrom(
        less,
        pressing,
        daily,
        { ...pressing, asks: "refuses_us" as const },
        accepted
      ),
      wait: FastCheck.nat(2 * minute)
    })
  )
  FastCheck.assert(
    FastCheck.property(steps, (taken) => {
      const backOffs = new SenderBackOffs()
      let now = 0
      for (const { domain, signal, wait } of taken) {
        now += wait
        const sender = of("bad", `${String(domain)}.example`)
        const end = backOffs.begin(sender)
        expect(backOffs.learn(sender, signal, now)?.scope).not.toBe("route")
        end()
        expect(blockedAt(backOffs, good, now)).toBe(false)
        expect(backOffs.backsOffUntil(sender, now) - now).toBeLessThanOrEqual(120 * minute)
      }
    })
  )
})

it("remembers no more than a thousand senders, those that backed off last", () => {
  const backOffs = new SenderBackOffs()
  for (let tenant = 0; tenant < 3000; tenant++) {
    backOffs.learn(of(`t${String(tenant)}`), less, tenant)
    backOffs.learn(good, accepted, tenant)
  }
  const blocked = Array.from({ length: 3000 }, (_, tenant) =>
    blockedAt(backOffs, of(`t${String(tenant)}`), 3000)
  )
  expect(blocked.filter(Boolean)).toHaveLength(1000)
  expect(blocked.slice(2000).every(Boolean)).toBe(true)
  expect(backOffs.isForgettable(3000)).toBe(false)
  expect(backOffs.isForgettable(180 * minute)).toBe(true)
})
