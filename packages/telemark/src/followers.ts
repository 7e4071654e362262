import type { EmailEvent, Services } from "@telemark/core"
import type { Duration, Stream } from "effect"
import { type Following, type Fork, startFollowing } from "./following.js"

/** All who follow events, so that closing can end them. */
export interface Followers {
  /** No more are to be started once it is. */
  readonly isClosed: () => boolean
  readonly fork: Fork
  readonly now: () => Date
  /** As `startFollowing`, until Telemark is closed. If it is `awaited`, closing waits until the host is done with the event in hand. */
  readonly start: <E>(
    events: Stream.Stream<EmailEvent, E, Services>,
    handle: (event: EmailEvent) => Promise<void>,
    awaited: boolean
  ) => Following
  /** Resolves when all have ended. */
  readonly close: (within: Duration.DurationInput) => Promise<void>
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
      await Promise.all([...all].map(([following, { awaited }]) => awaited ? following.finish(within) : following.abandon()))
      // One whose own handling closes Telemark could not be waited for.
      await Promise.all([...all.keys()].map((following) => following.abandon()))
    }
  }
}
