import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { byOwner, type Share, shareOut, takeTurns } from "../../src/database/turns.js"

const ownerOf = (id: string) => id.charAt(0)
const take = (limit: number, ...ids: ReadonlyArray<string>) => takeTurns(ids, limit, ownerOf)

describe("takeTurns", () => {
  it("takes one from each owner before a second from any", () => {
    expect(take(4, "a1", "a2", "a3", "b1", "b2", "c1")).toEqual(["a1", "b1", "c1", "a2"])
  })

  it("gives what one owner lacks to those that have more", () => {
    expect(take(5, "a1", "a2", "a3", "a4", "b1")).toEqual(["a1", "b1", "a2", "a3", "a4"])
  })

  it("takes no more than there is", () => {
    expect(take(10, "a1", "b1")).toEqual(["a1", "b1"])
    expect(take(10)).toEqual([])
  })
})

describe("byOwner", () => {
  it("keeps each owner's items in their order", () => {
    expect([...byOwner(["a1", "b1", "a2", "c1", "a3"], ownerOf)]).toEqual([
      ["a", ["a1", "a2", "a3"]],
      ["b", ["b1"]],
      ["c", ["c1"]]
    ])
  })
})

describe("shareOut", () => {
  /** Owners of which so many items wait; how many of each were read, and what was taken. */
  const shared = (
    waiting: Readonly<Record<string, number>>,
    limit: number,
    max: Readonly<Record<string, number>> = {}
  ) => {
    const asked: Array<ReadonlyArray<Share<string>>> = []
    const owners = Object.keys(waiting).map((owner) => ({ owner, max: max[owner] ?? limit }))
    const read = (shares: ReadonlyArray<Share<string>>) => {
      asked.push(shares)
      return Effect.succeed(
        shares.flatMap((share) =>
          Array.from(
            { length: Math.min(share.max, waiting[share.owner] ?? 0) },
            (_, nth) => `${share.owner}${String(nth)}`
          )
        )
      )
    }
    const taken = Effect.runSync(shareOut(owners, limit, { read, ownerOf }))
    return { asked, taken: [...byOwner(taken, ownerOf)].map(([owner, own]) => [owner, own.length]) }
  }

  it("reads no more than twice an even share where all have enough", () => {
    const { asked, taken } = shared({ a: 1000, b: 1000, c: 1000, d: 1000 }, 20)
    expect(taken).toEqual([
      ["a", 5],
      ["b", 5],
      ["c", 5],
      ["d", 5]
    ])
    expect(asked).toEqual([["a", "b", "c", "d"].map((owner) => ({ owner, max: 10 }))])
  })

  it("reads more of those that have more where others lack", () => {
    const { asked, taken } = shared({ a: 1000, b: 1, c: 1, d: 1 }, 20)
    expect(taken).toEqual([
      ["a", 17],
      ["b", 1],
      ["c", 1],
      ["d", 1]
    ])
    expect(asked.slice(1)).toEqual([[{ owner: "a", max: 20 }]])
  })

  it("takes no more of an owner than it may have, however much is left", () => {
    expect(shared({ a: 1000, b: 2 }, 20, { a: 3 }).taken).toEqual([
      ["a", 3],
      ["b", 2]
    ])
  })

  it("queries nothing when there are no tenants", () => {
    expect(shared({}, 20)).toEqual({ asked: [], taken: [] })
  })
})
