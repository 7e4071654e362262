import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { makeSignal } from "../../kernel/signals.js"
import type { RecordedReport } from "./recordReports.js"

export interface Retried {
  readonly tried: number
  readonly hasMore: boolean
  /** Epoch milliseconds. */
  readonly nextDue: number | undefined
}

/** Reports on further messages are found when they are due. */
const maxRemembered = 10_000

/** The process that recorded a report may have died. */
const safetyMillis = 10 * 60 * 1000

/**
 * Messages of this process for which reports wait: these are tried as soon as the messages are
 * recorded.
 */
const makeWaitingMessages = () => {
  const waiting = new Set<string>()
  let ready: Array<string> = []
  let hasNews = true
  const { announce, listen } = makeSignal()

  return {
    /** Listeners learn when the reports are due. */
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
    /** Whether messages were recorded, or reports stored, since the last call; true at first. */
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

export const makeRetryReports = ({ nextDue, retry }: StoredReports) => {
  const waiting = makeWaitingMessages()
  let knownDue: number | undefined
  let looksAgainAt = 0

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
    retry: (limit: number) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const emailIds = waiting.take(limit)
        const settled = emailIds.length === 0 ? [] : yield* retry({ now, limit, emailIds })
        const due = mustLook(now) ? yield* retryDue(now, limit) : []
        const hasMore = due.length === limit || waiting.hasSettled()
        return { recorded: [...settled, ...due], hasMore, nextDue: knownDue }
      }),

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
