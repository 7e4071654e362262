import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { makeSignal } from "../../kernel/signals.js"
import type { RecordedReport } from "./recordReports.js"

/** What a look at the stored reports came to. */
export interface Retried {
  /** How many reports were tried again. */
  readonly tried: number
  /** Whether more may be due. */
  readonly hasMore: boolean
  /** When the next one is due, in epoch milliseconds; undefined if none is. */
  readonly nextDue: number | undefined
}

/** Messages in memory. Reports on others are found when they are due. */
const maxRemembered = 10_000

/** How often a process looks that has recorded nothing: the one that did may have died. */
const safetyMillis = 10 * 60 * 1000

/**
 * The messages for which reports wait that came in this process, so that these are tried as soon as
 * the messages are recorded.
 */
const makeWaitingMessages = () => {
  const waiting = new Set<string>()
  let ready: Array<string> = []
  let hasNews = true
  const { announce, listen } = makeSignal()

  return {
    /** Also wakes the listeners: they learn when the reports are due. */
    add: (emailIds: ReadonlyArray<string>): void => {
      if (emailIds.length === 0) return
      hasNews = true
      for (const id of emailIds) if (waiting.size < maxRemembered) waiting.add(id)
      announce()
    },
    /** Called for every message that is recorded. */
    settled: (emailId: string): void => {
      hasNews = true
      if (waiting.size === 0 || !waiting.delete(emailId)) return
      ready.push(emailId)
      announce()
    },
    take: (limit: number): ReadonlyArray<string> => {
      const taken = ready.slice(0, limit)
      ready = ready.slice(limit)
      return taken
    },
    /**
     * Whether messages were recorded, or reports stored, since it was last called; true at first.
     */
    takeNews: (): boolean => {
      const had = hasNews
      hasNews = false
      return had
    },
    hasSettled: (): boolean => ready.length > 0,
    listen
  }
}

interface StoredReports {
  readonly nextDue: Effect.Effect<number | undefined, StorageError>
  readonly retry: (which: {
    readonly now: number
    readonly limit: number
    readonly emailIds?: ReadonlyArray<string>
  }) => Effect.Effect<ReadonlyArray<RecordedReport>, StorageError>
}

/** Decides when a process looks for stored reports that are due, or whose messages were recorded. */
export const makeRetryReports = ({ nextDue, retry }: StoredReports) => {
  const waiting = makeWaitingMessages()
  let knownDue: number | undefined
  let looksAgainAt = 0

  /**
   * An idle process doesn't look: reports of others wait for messages, and who records these looks
   * afterwards.
   */
  const mustLook = (now: number): boolean => {
    const must =
      waiting.takeNews() || now >= looksAgainAt || (knownDue !== undefined && now >= knownDue)
    if (must) looksAgainAt = now + safetyMillis
    return must
  }

  const look = Effect.map(nextDue, (due) => {
    knownDue = due
    return due
  })

  const retryDue = (now: number, limit: number) =>
    Effect.flatMap(look, (due) =>
      due === undefined || due > now ? Effect.succeed([]) : Effect.tap(retry({ now, limit }), look)
    )

  return {
    /** Tries what is due, and what waited for messages that are recorded now. */
    retry: (limit: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const emailIds = waiting.take(limit)
        const settled = emailIds.length === 0 ? [] : yield* retry({ now, limit, emailIds })
        const due = mustLook(now) ? yield* retryDue(now, limit) : []
        const hasMore = due.length === limit || waiting.hasSettled()
        return { recorded: [...settled, ...due], hasMore, nextDue: knownDue }
      }),

    /** Notes reports that wait from now on. */
    note: (recorded: ReadonlyArray<RecordedReport>): void => {
      waiting.add(
        recorded.flatMap(({ email_id, result }) =>
          result.outcome === "waiting" && email_id !== undefined ? [email_id] : []
        )
      )
    },

    settled: waiting.settled,
    listen: waiting.listen
  }
}
