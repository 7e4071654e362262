import { describe, expect, it } from "vitest"
import { makeCalls, TelemarkClosed } from "../src/calls.js"

const pending = () => {
  let settle = { resolve: (_: string) => {}, reject: (_: Error) => {} }
  const promise = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

describe("the calls in progress", () => {
  it("are waited for, whether they succeed or not, and keep their results", async () => {
    const calls = makeCalls()
    const [one, two] = [pending(), pending()]
    const made = Promise.allSettled([calls.make(() => one.promise), calls.make(() => two.promise)])
    const order: Array<string> = []
    const closed = calls.close("1 minute").then(() => order.push("closed"))
    one.resolve("one")
    await one.promise
    order.push("one")
    two.reject(new Error("two"))
    await made
    order.push("two")
    await closed
    expect(order).toEqual(["one", "two", "closed"])
    expect(await made).toMatchObject([{ value: "one" }, { reason: { message: "two" } }])
  })

  it("are refused once it is closed, without being made", async () => {
    const calls = makeCalls()
    await calls.close("1 minute")
    let isMade = false
    await expect(
      calls.make(() => {
        isMade = true
        return Promise.resolve()
      })
    ).rejects.toBeInstanceOf(TelemarkClosed)
    expect([calls.isClosed(), isMade]).toEqual([true, false])
  })

  it("delay nothing for longer than their maximum", async () => {
    const calls = makeCalls()
    void calls.make(() => pending().promise)
    await calls.close("1 millis")
    expect(calls.isClosed()).toBe(true)
  })
})
