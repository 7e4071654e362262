import { type Bucket, takeToken } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const take = (times: number, limit: number, now: number, start?: Bucket) => {
  let bucket = start
  const statuses = Array.from({ length: times }, () => {
    const taken = takeToken(bucket, limit, now)
    bucket = taken.bucket
    return taken.status
  })
  return { bucket, statuses }
}

describe("a key's rate limit", () => {
  it("allows as many sends at once as the limit, and not one more", () => {
    const { statuses } = take(4, 3, 1000)
    expect(statuses.map((status) => status.allowed)).toEqual([true, true, true, false])
    expect(statuses.map((status) => status.remaining)).toEqual([2, 1, 0, 0])
  })

  it("says when the next send is allowed and when the bucket is full again", () => {
    expect(take(4, 3, 1000).statuses[3]).toEqual({
      allowed: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 60,
      retryAfterSeconds: 20
    })
    expect(takeToken(undefined, 3, 0).status).toMatchObject({
      resetSeconds: 20,
      retryAfterSeconds: 0
    })
  })

  it("refills evenly over a minute", () => {
    const { bucket } = take(3, 3, 0)
    expect(takeToken(bucket, 3, 19_999).status.allowed).toBe(false)
    expect(takeToken(bucket, 3, 20_000).status.allowed).toBe(true)
  })

  it("doesn't refill when the clock runs backwards", () => {
    const { bucket } = take(3, 3, 60_000)
    expect(takeToken(bucket, 3, 0).status.allowed).toBe(false)
    expect(takeToken(takeToken(bucket, 3, 0).bucket, 3, 60_000).status.allowed).toBe(false)
  })

  it("doesn't take away what was left when the clock runs backwards", () => {
    const { bucket } = take(1, 3, 60_000)
    expect(takeToken(bucket, 3, 0).status).toMatchObject({ allowed: true, remaining: 1 })
  })

  it("counts a lowered limit at once", () => {
    expect(
      take(2, 1, 0, takeToken(undefined, 100, 0).bucket).statuses.map((status) => status.allowed)
    ).toEqual([true, false])
  })

  it("takes several sends at once, or none of them", () => {
    const taken = takeToken(undefined, 60, 0, 45)
    expect(taken.status).toEqual({
      allowed: true,
      limit: 60,
      remaining: 15,
      resetSeconds: 45,
      retryAfterSeconds: 0
    })
    const refused = takeToken(taken.bucket, 60, 0, 20)
    expect(refused.status).toEqual({
      allowed: false,
      limit: 60,
      remaining: 15,
      resetSeconds: 45,
      retryAfterSeconds: 5
    })
    expect(takeToken(refused.bucket, 60, 0, 15).status).toMatchObject({
      allowed: true,
      remaining: 0
    })
    expect(takeToken(refused.bucket, 60, 5_000, 20).status).toMatchObject({
      allowed: true,
      remaining: 0
    })
  })

  it("never allows more at once than a full bucket contains, and reports when it is full", () => {
    const { bucket } = takeToken(undefined, 10, 0, 5)
    expect(takeToken(bucket, 10, 0, 11).status).toEqual({
      allowed: false,
      limit: 10,
      remaining: 5,
      resetSeconds: 30,
      retryAfterSeconds: 30
    })
    expect(takeToken(bucket, 10, 600_000, 11).status.allowed).toBe(false)
  })

  it("never allows more than the limit plus what a span refills", () => {
    const gaps = FastCheck.array(FastCheck.integer({ min: 0, max: 5_000 }), { maxLength: 300 })
    FastCheck.assert(
      FastCheck.property(FastCheck.integer({ min: 1, max: 50 }), gaps, (limit, waits) => {
        let bucket: Bucket | undefined
        let now = 0
        let allowed = 0
        for (const wait of waits) {
          now += wait
          const taken = takeToken(bucket, limit, now)
          bucket = taken.bucket
          if (taken.status.allowed) allowed += 1
        }
        expect(allowed).toBeLessThanOrEqual(limit + (now * limit) / 60_000 + 1e-6)
      })
    )
  })
})
