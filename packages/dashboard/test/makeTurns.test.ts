import { describe, expect, it } from "vitest"
import { makeTurns } from "../app/Client/makeTurns.js"

const deferred = () => {
  let settle: { resolve: (value: string) => void; reject: (error: Error) => void } | undefined
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return {
    promise,
    resolve: (value: string) => settle?.resolve(value),
    reject: (error: Error) => settle?.reject(error)
  }
}

describe("turns", () => {
  const { signal } = new AbortController()

  it("are taken by at most so many at once, in the order in which they were asked for, after failures, too", async () => {
    const inTurn = makeTurns(2)
    const begun: Array<number> = []
    const works = [0, 1, 2, 3].map(() => deferred())
    const done = works.map(({ promise }, index) =>
      inTurn(() => {
        begun.push(index)
        return promise
      }, signal)
    )
    expect(begun).toEqual([0, 1])
    works[1]?.reject(new Error("refused"))
    await expect(done[1]).rejects.toThrow("refused")
    expect(begun).toEqual([0, 1, 2])
    for (const { resolve } of works) resolve("done")
    expect(await Promise.all([done[0], done[2], done[3]])).toEqual(["done", "done", "done"])
    expect(begun).toEqual([0, 1, 2, 3])
    expect(await inTurn(() => Promise.resolve("free"))).toBe("free")
  })

  it("pass from what is aborted while it waits to the next", async () => {
    const inTurn = makeTurns(1)
    const first = deferred()
    const leaving = new AbortController()
    const begun = inTurn(() => first.promise, signal)
    const left = inTurn(() => Promise.resolve("left"), leaving.signal)
    const next = inTurn(() => Promise.resolve("next"), signal)
    leaving.abort(new Error("left"))
    first.resolve("first")
    await expect(left).rejects.toThrow("left")
    expect(await Promise.all([begun, next])).toEqual(["first", "next"])
  })
})
