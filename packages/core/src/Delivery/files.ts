import type { StorageError } from "@telemark/contract"
import { Clock, Duration, Effect, Exit, Option } from "effect"
import { type Attachment, AttachmentStore, type MessageBody } from "../Emails/index.js"
import { makeLimiter } from "../Limiter/index.js"
import { makeSignal } from "../Signals/index.js"
import { RefusedFiles } from "./refusedFiles.js"
import type { Wait } from "./Wait.js"

const mebibyte = 1024 * 1024

/** What the files of the mails that are being handed over by the platform's way may hold together, in octets: a process's memory is bounded by it. */
const maxOfPlatform = 20 * mebibyte

/** Likewise for all mail on tenants' own ways: twice the largest mail, so that one server that keeps silent leaves room for any mail on another. */
const maxOfOwnRoutes = 20 * mebibyte

/** As much of that as one of these ways may have, unless a single mail has more. */
const maxOfOneRoute = maxOfOwnRoutes / 4

/** How long mail of a tenant's own server waits for room before it is given back, and how long it then stays in the queue, in milliseconds. */
const wait = 1000

/**
 * Room among the mail of all own ways. It isn't waited for without an end: other tenants' servers may keep theirs for minutes, and
 * who waits here holds a place of its own route. Without a line either: what is small goes past what finds no room. What is large doesn't go past
 * a way that was refused before: else two silent servers with much large mail would take their room again and again. A way's next mail
 * waits for its own files, and so for nobody else's server.
 */
const makeHoldOwn = () => {
  const octets = makeLimiter({ permits: maxOfOwnRoutes })
  const refused = new RefusedFiles()
  const { announce, listen } = makeSignal()
  const ofRoutes = makeLimiter({ permits: Number.POSITIVE_INFINITY, permitsPerKey: maxOfOneRoute, isWaitInterruptible: true })
  return (key: string, permits: number) => <A, E>(use: Effect.Effect<A, E>): Effect.Effect<A | Wait, E> => {
    const began = Effect.sync(() => { refused.forget(key) })
    const usedIfFree = Effect.onExit(octets.runIfFree({ permits })(Effect.zipRight(began, use)), (exit) =>
      Exit.isSuccess(exit) && Option.isNone(exit.value) ? Effect.void : Effect.sync(announce))
    const used = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const leaves = maxOfOwnRoutes - octets.inUse() - permits
      return permits > maxOfOneRoute && leaves < refused.keptFrom(key, now) ? Effect.succeedNone : usedIfFree
    })
    const look = (freed: Effect.Effect<void>, until: number): Effect.Effect<A | Wait, E> =>
      Effect.flatMap(used, Option.match({
        onSome: (done): Effect.Effect<A | Wait, E> => Effect.succeed(done),
        onNone: () =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            if (now < until) return Effect.zipRight(Effect.interruptible(Effect.raceFirst(freed, Effect.sleep(Duration.millis(until - now)))), look(freed, until))
            refused.note(key, permits, now)
            return Effect.succeed<Wait>({ _tag: "Wait", until: now + wait })
          })
      }))
    return ofRoutes.run({ key, permits })(
      Effect.flatMap(listen, (freed) => Effect.flatMap(Clock.currentTimeMillis, (now) => look(freed, now + wait)))
    )
  }
}

/** What reading a mail's files comes to: undefined if not all of them are stored any more. */
export type UseFiles<A, E> = (files: ReadonlyArray<Attachment> | undefined) => Effect.Effect<A, E>

/**
 * Reads the files of one mail, and holds them for as long as they are used. `ownWay` names the tenant's own way that it goes; on such
 * a way, mail is told to wait where other tenants' files leave no room.
 */
export type WithFiles = <A, E>(
  mail: { readonly body: MessageBody; readonly ownRoute: string | undefined },
  use: UseFiles<A, E>
) => Effect.Effect<A | Wait, E | StorageError>

const noFiles: ReadonlyArray<Attachment> = []

export const makeWithFiles: Effect.Effect<WithFiles, never, AttachmentStore> = Effect.map(AttachmentStore, (store): WithFiles => {
  // Who finds too little room waits in line, so that large files get their turn. As many wait as a worker has mail in hand.
  const ofPlatform = makeLimiter({ permits: maxOfPlatform, isWaitInterruptible: true })
  const holdOwn = makeHoldOwn()

  return ({ body: { attachments, id }, ownRoute }, use) => {
    if (attachments.length === 0) return use(noFiles)
    const size = attachments.reduce((sum, file) => sum + file.size, 0)
    const used = Effect.flatMap(store.read(id), (files) => use(files.length < attachments.length ? undefined : files))
    return ownRoute === undefined ? ofPlatform.run({ permits: size })(used) : holdOwn(ownRoute, size)(used)
  }
})
