import { Effect, type Scope } from "effect"
import { type ImapFailed, type ImapMailbox, openMailbox } from "../Imap/index.js"
import { batchSize, type Fate, type MailSource, type ReadOptions } from "./MailSource.js"

/**
 * The messages of a mailbox on an IMAP server, until the scope closes. Those that come meanwhile
 * are left for the next time.
 */
export const imapSource = (
  server: ImapMailbox,
  { all, disposal }: ReadOptions
): Effect.Effect<MailSource, ImapFailed, Scope.Scope> =>
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
