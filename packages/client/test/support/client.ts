import { type ServiceOptions, serviceOf } from "../../src/calls/options.js"
import { makeOperations } from "../../src/operations/makeOperations.js"
import { makeRunner } from "../../src/promises/createClient.js"
import type { TelemarkClient } from "../../src/index.js"

/** Looks like a key. */
export const apiKey = "tmk_0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"

/** How long an attempt may take here: no pause is that long. */
const attemptMillis = 29_999

/**
 * A client whose pauses are over at once, unless they never end, and whose attempts take as long as
 * the test likes.
 */
export const makeClient = (
  baseUrl: string,
  options: Partial<ServiceOptions> = {},
  arePausesEndless = false
) => {
  const pauses: Array<number> = []
  const running = new Set<() => void>()
  const client: TelemarkClient = makeOperations(
    makeRunner(serviceOf({ baseUrl, apiKey, timeoutMillis: attemptMillis, ...options }), {
      random: () => 0,
      after: (millis, then) => {
        if (millis === attemptMillis) {
          running.add(then)
          return () => {
            running.delete(then)
          }
        }
        pauses.push(millis)
        if (arePausesEndless) return () => undefined
        const soon = setImmediate(then)
        return () => {
          clearImmediate(soon)
        }
      }
    })
  )
  /** Lets the time of the attempts under way run out. */
  const runOut = () => {
    for (const then of running) then()
  }
  return { client, pauses, running, runOut }
}

/** What a call failed with. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error("it succeeded")
    },
    (error: unknown) => error
  )
