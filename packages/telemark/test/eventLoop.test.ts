import type { EmailEvent } from "@telemark/core"
import { Effect, Stream } from "effect"
import { describe, expect, it, vi } from "vitest"
import { makeEventLoop } from "../src/eventLoop.js"
import { type Following, startFollowing } from "../src/following.js"
import { sourceOf } from "./support/source.js"

const loopOver = (events: Stream.Stream<EmailEvent, unknown>) => {
  const started: Array<Following> = []
  const loop = makeEventLoop((handle) => {
    const following = startFollowing(
      (effect) => Effect.runFork(effect as Effect.Effect<never>),
      events,
      handle
    )
    started.push(following)
    return following
  })
  const iterable: AsyncIterable<EmailEvent> = { [Symbol.asyncIterator]: () => loop }
  return { iterable, loop, started }
}

describe("a loop over events", () => {
  it("requests nothing before it is begun", () => {
    expect(loopOver(sourceOf("1").events).started).toEqual([])
  })

  it("has handled an event when it requests the next one, and not when it is left", async () => {
    const { events, handled, state } = sourceOf("1", "2", "3")
    const seen: Array<readonly [string, ReadonlyArray<string>]> = []
    for await (const { id } of loopOver(events).iterable) {
      seen.push([id, [...handled]])
      if (id === "2") break
    }
    expect({ handled, state, seen }).toEqual({
      handled: ["1"],
      state: { isOpen: false },
      seen: [
        ["1", []],
        ["2", ["1"]]
      ]
    })
  })

  it("is left by what its body throws, which hasn't handled the event", async () => {
    const { events, handled, state } = sourceOf("1")
    await expect(
      (async () => {
        for await (const { id } of loopOver(events).iterable) throw new Error(id)
      })()
    ).rejects.toThrow("1")
    expect([handled, state.isOpen]).toEqual([[], false])
  })

  it("ends when it waits for an event that is no longer to come", async () => {
    const { events } = sourceOf()
    const { loop, started } = loopOver(events)
    const next = loop.next()
    await started[0]?.finish("1 minute")
    expect([await next, await loop.next()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined }
    ])
  })

  it("has handled the event in progress if it requests another while it is being finished", async () => {
    const { events, handled } = sourceOf("1", "2")
    const { loop, started } = loopOver(events)
    await loop.next()
    const finished = started[0]?.finish("1 minute")
    expect(await loop.next()).toEqual({ done: true, value: undefined })
    await finished
    expect(handled).toEqual(["1"])
  })

  it("gets one event for each time that it asks, also before it has the last one", async () => {
    const { events } = sourceOf("1", "2", "3")
    const { loop, started } = loopOver(events)
    const results = await Promise.all([loop.next(), loop.next(), loop.next()])
    expect(results.map(({ value }) => (value as EmailEvent).id)).toEqual(["1", "2", "3"])
    const last = [loop.next(), loop.next()]
    expect(await loop.return?.()).toEqual({ done: true, value: undefined })
    expect(await Promise.all(last)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined }
    ])
    expect(started).toHaveLength(1)
  })

  it("rejects once with what ended the events, as it was, and is done", async () => {
    const error = new Error("broken")
    const { loop } = loopOver(Stream.fail(error))
    await expect(loop.next()).rejects.toBe(error)
    expect(await loop.next()).toEqual({ done: true, value: undefined })
  })

  it("is done at once where nothing can be followed any more", async () => {
    const loop = makeEventLoop(() => undefined)
    expect(await loop.next()).toEqual({ done: true, value: undefined })
  })

  it("that is left before it began is done", async () => {
    const start = vi.fn(() => undefined)
    const loop = makeEventLoop(start)
    await loop.return?.()
    expect(await loop.next()).toEqual({ done: true, value: undefined })
    expect(start).not.toHaveBeenCalled()
  })
})
