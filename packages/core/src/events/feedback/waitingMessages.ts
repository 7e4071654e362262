import { makeSignal } from "../../kernel/signals/Signal.js"

/** Messages in memory. Reports on others are found when they are due. */
const maxRemembered = 10_000

/**
 * The messages for which reports wait that came in this process, so that these are tried as soon as
 * the messages are recorded.
 */
export const makeWaitingMessages = () => {
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
