import { EventStreams, makeEventStreams, NewEvents, type RecordedEvent } from "@telemark/core"
import { Effect, Exit, Layer, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { type Fork, makeFollowers, startFollowing } from "../src/following.js"
import { sourceOf } from "./support/source.js"

/** The streams of these tests need no services. */
const onNothing: Fork = (effect) => Effect.runFork(effect as Effect.Effect<never>)

const gate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe("a follower of events", () => {
  it("gets the next one when it is done with the one before, which is handled then", async () => {
    const { events, handled } = sourceOf("1", "2")
    const [first, second] = [gate(), gate()]
    const got: Array<string> = []
    const following = startFollowing(onNothing, events, ({ id }) => {
      got.push(id)
      return id === "1" ? first.opened : second.opened
    })
    await expect.poll(() => got).toEqual(["1"])
    expect(handled).toEqual([])
    first.open()
    await expect.poll(() => got).toEqual(["1", "2"])
    expect(handled).toEqual(["1"])
    await following.abandon()
  })

  it("is waited for when it is to finish, has handled that event then, and gets no other", async () => {
    const { events, handled, state } = sourceOf("1", "2")
    const { open, opened } = gate()
    const got: Array<string> = []
    const following = startFollowing(onNothing, events, ({ id }) => {
      got.push(id)
      return opened
    })
    await expect.poll(() => got).toEqual(["1"])
    const finished = following.finish("1 minute")
    expect(await Promise.race([finished.then(() => "finished"), Promise.resolve("waiting")])).toBe(
      "waiting"
    )
    open()
    await finished
    expect({ got, handled, state }).toEqual({
      got: ["1"],
      handled: ["1"],
      state: { isOpen: false }
    })
    expect(Exit.isSuccess(await following.ended)).toBe(true)
  })

  it("has handled its event when it is to finish while storage takes its time to write that down", async () => {
    const { open, opened } = gate()
    const pending: Array<RecordedEvent> = [
      {
        event: {
          id: "1",
          tenant_id: "tn_1",
          email_id: "em_1",
          type: "email.sent",
          created_at: 0,
          data: {}
        },
        email: {
          recipient_email: "ada@example.com",
          sender_email: "shop@example.com",
          subject: "Hello",
          template_id: null,
          metadata: null,
          tags: {},
          topic: null
        }
      }
    ]
    const [begun, handled]: [Array<string>, Array<string>] = [[], []]
    const subscriptions: Parameters<typeof makeEventStreams>[0]["subscriptions"] = {
      open: Effect.succeed,
      extend: () => Effect.succeed(true),
      remove: () => Effect.succeed(true),
      removeExpired: () => Effect.succeed(0),
      enqueue: () => Effect.succeed(true),
      claim: () => Effect.sync(() => pending.splice(0)),
      renew: () => Effect.succeed(true),
      acknowledge: (_, __, ids) =>
        Effect.suspend(() => {
          begun.push(...ids)
          return Effect.map(
            Effect.promise(() => opened),
            () => {
              handled.push(...ids)
            }
          )
        }),
      release: () => Effect.void
    }
    const events = { list: () => Effect.die("nothing is caught up") }
    const streams = Layer.provide(
      Layer.effect(EventStreams, makeEventStreams({ events, subscriptions })),
      NewEvents.layerInProcess
    )
    const followed = Effect.map(EventStreams, ({ follow }) => follow("tn_1", { name: "crm" }))
    const got = gate()
    const done = gate()
    const following = startFollowing(
      onNothing,
      Stream.unwrap(Effect.provide(followed, streams)),
      () => {
        got.open()
        return done.opened
      }
    )
    await got.opened
    const finished = following.finish("1 minute")
    done.open()
    await expect.poll(() => begun).toEqual(["1"])
    open()
    await finished
    expect(handled).toEqual(["1"])
  })

  it("is waited for no longer than its maximum, and then hasn't handled that event", async () => {
    const { events, handled, state } = sourceOf("1")
    const { open, opened } = gate()
    const following = startFollowing(onNothing, events, () => {
      open()
      return new Promise(() => {})
    })
    await opened
    await following.finish("1 millis")
    expect([handled, state.isOpen]).toEqual([[], false])
  })

  it("finishes at once if it has no event in progress", async () => {
    const { events, state } = sourceOf()
    const following = startFollowing(onNothing, events, () => Promise.resolve())
    await expect.poll(() => state.isOpen).toBe(true)
    await following.finish("1 minute")
    expect(state.isOpen).toBe(false)
  })

  it("may finish itself from within, and isn't waited for by itself", async () => {
    const { events, handled } = sourceOf("1", "2")
    const got: Array<string> = []
    const following = startFollowing(onNothing, events, async ({ id }) => {
      got.push(id)
      await Promise.resolve()
      await following.finish("1 minute")
    })
    await following.ended
    expect([got, handled]).toEqual([["1"], ["1"]])
  })

  it("ends with what ended its events, which causes no unhandled rejection", async () => {
    const following = startFollowing(onNothing, Stream.fail("broken"), () => Promise.resolve())
    expect(await following.ended).toEqual(Exit.fail("broken"))
    await following.finish("1 minute")
  })
})

describe("closing all followers of events", () => {
  it("waits for those that are to be waited for, and for no others", async () => {
    const followers = makeFollowers(onNothing, () => new Date())
    const [one, other] = [sourceOf("1"), sourceOf("2")]
    const { open, opened } = gate()
    const got: Array<string> = []
    const handle = async ({ id }: { readonly id: string }): Promise<void> => {
      got.push(id)
      await opened
    }
    followers.start(one.events, handle, true)
    followers.start(other.events, handle, false)
    await expect.poll(() => got.toSorted()).toEqual(["1", "2"])
    const closed = followers.close("1 minute")
    expect(followers.isClosed()).toBe(true)
    await expect.poll(() => other.state.isOpen).toBe(false)
    expect(one.state.isOpen).toBe(true)
    open()
    await closed
    expect([one.handled, one.state.isOpen, other.handled]).toEqual([["1"], false, []])
  })

  it("is possible from within one of them", async () => {
    const followers = makeFollowers(onNothing, () => new Date())
    const { events, state } = sourceOf("1")
    await new Promise<void>((resolve, reject) => {
      followers.start(events, () => followers.close("1 minute").then(resolve, reject), true)
    })
    expect(state.isOpen).toBe(false)
  })
})
