import type { Feedback, StorageError } from "@telemark/core"
import { Duration, Effect, Random } from "effect"
import type { ImapMailbox } from "../settings/imapUrl.js"
import { batchSize, type Fate, type ReadOptions } from "./MailSource.js"
import { importMail, type Tally } from "./importMail.js"
import { openMailbox } from "./openMailbox.js"

/** Until the scope closes. Messages that come meanwhile are left for the next time. */
export const imapSource = (server: ImapMailbox, { all, disposal }: ReadOptions) =>
  Effect.gen(function* () {
    const mailbox = yield* openMailbox(server, { readOnly: disposal._tag === "Keep" })
    const uids = yield* mailbox.list(all ? "all" : "unseen")
    let taken = 0
    const dispose = (found: ReadonlyArray<number>) => (fates: ReadonlyArray<Fate>) => {
      if (disposal._tag === "Keep") return Effect.void
      const having = (...wanted: ReadonlyArray<Fate>) =>
        found.filter((_, index) => wanted.includes(fates[index] ?? "waiting"))
      // Seen first: if the connection is lost between, nothing is read for ever.
      return Effect.andThen(
        mailbox.markSeen(having("settled", "left")),
        disposal._tag === "Delete"
          ? mailbox.remove(having("settled"))
          : disposal._tag === "Move"
            ? mailbox.move(having("settled"), disposal.mailbox)
            : Effect.void
      )
    }
    return {
      next: Effect.gen(function* () {
        while (taken < uids.length) {
          const fetched = yield* mailbox.fetch(uids.slice(taken, (taken += batchSize)))
          if (fetched.length > 0)
            return {
              messages: fetched.map(({ source }) => source),
              dispose: dispose(fetched.map(({ uid }) => uid))
            }
        }
        return undefined
      }),
      skipped: () => (all ? 0 : Math.max(0, mailbox.exists - uids.length))
    }
  })

interface PollOptions<E, R> {
  readonly mailbox: ImapMailbox
  /** In milliseconds. */
  readonly interval: number
  /** That return paths were signed with. */
  readonly keys: Effect.Effect<ReadonlyArray<Uint8Array>, E, R>
}

const maxPause = 60 * 60 * 1000

/** In milliseconds: it doubles, up to an hour. */
export const pauseAfter = (interval: number, failures: number): number =>
  Math.max(interval, Math.min(maxPause, interval * 2 ** Math.min(failures, 30)))

/**
 * With `interval` milliseconds between, and longer pauses after failures. Workers that start
 * together begin at different times.
 */
export const repeatedly = <E extends { readonly message: string }, R>(
  interval: number,
  once: Effect.Effect<Tally, E, R>
) =>
  Effect.gen(function* () {
    yield* Effect.sleep(
      Duration.millis(yield* Random.nextIntBetween(0, Math.max(1, Math.min(interval, 60_000))))
    )
    let failures = 0
    return yield* Effect.forever(
      Effect.matchEffect(once, {
        onSuccess: ({ ignored, messages, reports, unread }) => {
          failures = 0
          return messages === 0
            ? Effect.void
            : Effect.logInfo("bounces were read from the mailbox", {
                messages,
                ...reports,
                ignored,
                unread
              })
        },
        onFailure: ({ message }) => {
          failures++
          return Effect.logWarning(
            "bounces could not be read from the mailbox; it will be tried again",
            {
              reason: message,
              pause: Duration.format(Duration.millis(pauseAfter(interval, failures)))
            }
          )
        }
      }).pipe(
        Effect.catchDefect((defect) => {
          failures++
          return Effect.logError(
            "reading bounces from the mailbox crashed; it will be tried again",
            defect
          )
        }),
        Effect.andThen(
          Effect.suspend(() => Effect.sleep(Duration.millis(pauseAfter(interval, failures))))
        )
      )
    )
  })

/**
 * Reads a mailbox for bounces again and again. Workers need no lock: a report that two of them read
 * counts once, and marking or deleting a message twice is as good as once.
 */
export const pollMailbox = <E extends { readonly message: string }, R>({
  interval,
  keys,
  mailbox
}: PollOptions<E, R>) =>
  repeatedly<E | StorageError | { readonly message: string }, R | Feedback>(
    interval,
    Effect.flatMap(keys, (known) =>
      Effect.scoped(
        Effect.flatMap(
          imapSource(mailbox, { all: false, disposal: mailbox.disposal ?? { _tag: "Seen" } }),
          (source) => importMail(source, { keys: known })
        )
      )
    )
  )
