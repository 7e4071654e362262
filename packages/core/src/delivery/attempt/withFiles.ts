import type { StorageError } from "@telemark/contract"
import { Clock, Duration, Effect, Exit, Option } from "effect"
import { makeLimiter } from "../../kernel/Limiter.js"
import { makeSignal } from "../../kernel/signals.js"
import type { Attachment, MessageBody } from "../message/Message.js"
import type { Wait } from "../routes/Route.js"

/**
 * How long memory is reserved after a refusal, in milliseconds: a message that is released for a
 * second is claimed again by then.
 */
const keptFor = 3000

/**
 * Routes whose messages found no memory for their files, with the size needed, in the order of
 * their first refusal.
 */
class RefusedFiles {
  readonly #refused = new Map<string, { readonly size: number; readonly until: number }>()

  note(route: string, size: number, now: number): void {
    this.#refused.set(route, { size, until: now + keptFor })
  }

  forget(route: string): void {
    this.#refused.delete(route)
  }

  /**
   * Octets that others leave free for the route that was refused first; 0 for that route itself.
   */
  keptFrom(route: string, now: number): number {
    for (const [first, { size, until }] of this.#refused) {
      if (first === route) return 0
      if (until > now) return size
      this.#refused.delete(first)
    }
    return 0
  }
}

const mebibyte = 1024 * 1024

/**
 * Maximum total size of the files of messages in delivery on the platform's route, in octets: it
 * bounds the memory of a process.
 */
const maxOfPlatform = 20 * mebibyte

/**
 * The same for all tenants' own routes: twice the largest message, so that one silent server leaves
 * enough for any message on another route.
 */
const maxOfOwnRoutes = 20 * mebibyte

/** The share of one such route, unless a single message is larger. */
const maxOfOneRoute = maxOfOwnRoutes / 4

/**
 * How long a message on a tenant's own route waits for memory before it is released, and how long
 * until it is due again, in milliseconds.
 */
const waitMillis = 1000

/**
 * Memory shared by all tenants' own routes. The wait is bounded: other tenants' servers may keep
 * theirs for minutes, and a waiting message occupies a permit of its own route. There is no queue:
 * a small message passes one that doesn't fit. A large message doesn't pass a route that was
 * refused before it: otherwise two silent servers with much large mail would take the memory again
 * and again. Messages beyond their route's own share wait for that route, and never for another
 * tenant's server.
 */
const makeWithOwnRouteMemory = () => {
  const octets = makeLimiter({ permits: maxOfOwnRoutes })
  const refused = new RefusedFiles()
  const { announce, listen } = makeSignal()
  const ofRoutes = makeLimiter({
    permits: Number.POSITIVE_INFINITY,
    permitsPerKey: maxOfOneRoute,
    isWaitInterruptible: true
  })
  return (key: string, permits: number) =>
    <A, E>(use: Effect.Effect<A, E>): Effect.Effect<A | Wait, E> => {
      const began = Effect.sync(() => {
        refused.forget(key)
      })
      const usedIfFree = Effect.onExit(
        octets.runIfFree({ permits })(Effect.andThen(began, use)),
        (exit) =>
          Exit.isSuccess(exit) && Option.isNone(exit.value) ? Effect.void : Effect.sync(announce)
      )
      const used = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const freeAfter = maxOfOwnRoutes - octets.inUse() - permits
        return permits > maxOfOneRoute && freeAfter < refused.keptFrom(key, now)
          ? Effect.succeedNone
          : usedIfFree
      })
      const tryUntil = (freed: Effect.Effect<void>, until: number): Effect.Effect<A | Wait, E> =>
        Effect.flatMap(
          used,
          Option.match({
            onSome: (done): Effect.Effect<A | Wait, E> => Effect.succeed(done),
            onNone: () =>
              Effect.flatMap(Clock.currentTimeMillis, (now) => {
                if (now < until)
                  return Effect.andThen(
                    Effect.interruptible(
                      Effect.raceFirst(freed, Effect.sleep(Duration.millis(until - now)))
                    ),
                    tryUntil(freed, until)
                  )
                refused.note(key, permits, now)
                return Effect.succeed<Wait>({ _tag: "Wait", until: now + waitMillis })
              })
          })
        )
      return ofRoutes.run({ key, permits })(
        Effect.flatMap(listen, (freed) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => tryUntil(freed, now + waitMillis))
        )
      )
    }
}

/** Receives the files; undefined if some are no longer stored. */
type UseFiles<A, E> = (files: ReadonlyArray<Attachment> | undefined) => Effect.Effect<A, E>

/**
 * Reads a message's files and keeps them in memory during `use`. On `ownRoute`, a `Wait` if other
 * tenants' files leave too little memory.
 */
export type WithFiles = <A, E>(
  mail: { readonly body: MessageBody; readonly ownRoute: string | undefined },
  use: UseFiles<A, E>
) => Effect.Effect<A | Wait, E | StorageError>

const noFiles: ReadonlyArray<Attachment> = []

/** `read` returns the stored files of a body. */
export const makeWithFiles = (
  read: (bodyId: string) => Effect.Effect<ReadonlyArray<Attachment>, StorageError>
): WithFiles => {
  // First come, first served, so that large files get their turn. At most as many wait as a worker
  // has in flight.
  const ofPlatform = makeLimiter({ permits: maxOfPlatform, isWaitInterruptible: true })
  const withOwnRouteMemory = makeWithOwnRouteMemory()

  return ({ body: { attachments, id }, ownRoute }, use) => {
    if (attachments.length === 0) return use(noFiles)
    const size = attachments.reduce((sum, file) => sum + file.size, 0)
    const used = Effect.flatMap(read(id), (files) =>
      use(files.length < attachments.length ? undefined : files)
    )
    return ownRoute === undefined
      ? ofPlatform.run({ permits: size })(used)
      : withOwnRouteMemory(ownRoute, size)(used)
  }
}
