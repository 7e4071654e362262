import type { EmailEvent, Services } from "@telemark/core"
import type { Duration, Stream } from "effect"
import { type Following, type Fork, startFollowing } from "./following.js"

export interface Followers {
  readonly isClosed: () => boolean
  readonly fork: Fork
  readonly now: () => Date
  /**
   * Starts one, as `startFollowing`. If `awaited`, closing waits until the host has handled the
   * current event.
   */
  readonly start: <E>(
    events: Stream.Stream<EmailEvent, E, Services>,
    handle: (event: EmailEvent) => Promise<void>,
    awaited: boolean
  ) => Following
  readonly close: (within: Duration.Input) => Promise<void>
}

export const makeFollowers = (fork: Fork, now: () => Date): Followers => {
  const all = new Map<Following, { readonly awaited: boolean }>()
  let isClosed = false
  return {
    isClosed: () => isClosed,
    fork,
    now,
    start: (events, handle, awaited) => {
      const following = startFollowing(fork, events, handle)
      all.set(following, { awaited })
      void following.ended.then(() => all.delete(following))
      return following
    },
    close: async (within) => {
      isClosed = true
      await Promise.all(
        [...all].map(([following, { awaited }]) =>
          awaited ? following.finish(within) : following.abandon()
        )
      )
      // If a handler closes Telemark, its own event can't be waited for.
      await Promise.all([...all.keys()].map((following) => following.abandon()))
    }
  }
}
