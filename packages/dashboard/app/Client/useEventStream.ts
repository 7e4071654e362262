import { useEffect } from "preact/hooks"
import type { WebhookEvent } from "@telemark/client"
import { client } from "./client.js"
import { queryClient } from "./queryClient.js"

/** What events change: groups of queries. */
const always = ["emails", "analytics", "reputation"]
const suppressing: ReadonlySet<string> = new Set([
  "email.bounced",
  "email.complained",
  "email.unsubscribed"
])

/**
 * Events of so long are shown together: with much traffic, a page would otherwise do nothing but
 * ask.
 */
const gatherMillis = 1_000

/**
 * While there is no stream, pages ask so often by themselves, and the stream is tried again so
 * often.
 */
const pollMillis = 10_000
const retryMillis = 60_000

const listeners = new Set<(event: WebhookEvent) => void>()

/**
 * Calls back with each event of the tenant's mail, while the page is shown. All pages share the
 * tab's one stream.
 */
export const useEvents = (listener: (event: WebhookEvent) => void): void => {
  useEffect(() => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [listener])
}

/**
 * Lets what is shown of these groups be asked for again; a tab in the background does so when it is
 * looked at.
 */
const invalidate = (groups: Iterable<string>): void => {
  for (const group of groups)
    void queryClient.invalidateQueries({
      queryKey: [group],
      refetchType: document.hidden ? "none" : "active"
    })
}

/** Gathers what has changed, and asks for it once. */
const makeGathering = () => {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add: ({ type }: WebhookEvent): void => {
      for (const group of always) changed.add(group)
      if (suppressing.has(type)) changed.add("suppressions")
      timer ??= setTimeout(() => {
        timer = undefined
        invalidate(changed)
        changed.clear()
      }, gatherMillis)
    },
    stop: (): void => {
      clearTimeout(timer)
    }
  }
}

/** Waits, and lets pages ask by themselves meanwhile. */
const poll = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const polling = setInterval(() => {
      invalidate([...always, "suppressions"])
    }, pollMillis)
    const end = (): void => {
      clearInterval(polling)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, retryMillis)
    signal.addEventListener("abort", end, { once: true })
  })

/** Asked anew each time: it changes while an event is waited for. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted

/**
 * Follows events until the signal aborts. The client goes on after the last one by itself, as long
 * as the server can be reached.
 */
const follow = async (
  signal: AbortSignal,
  onEvent: (event: WebhookEvent) => void
): Promise<void> => {
  while (!isOver(signal)) {
    try {
      for await (const event of client.emails.stream({}, { signal })) onEvent(event)
    } catch {
      if (!isOver(signal)) await poll(signal)
    }
  }
}

/**
 * Keeps what pages show up to date: by one stream of events for the tab, and by asking now and then
 * while there is none.
 */
export const useEventStream = (isAllowed: boolean): void => {
  useEffect(() => {
    if (!isAllowed) return
    const leaving = new AbortController()
    const gathering = makeGathering()
    void follow(leaving.signal, (event) => {
      gathering.add(event)
      for (const listener of listeners) listener(event)
    })
    return () => {
      leaving.abort()
      gathering.stop()
    }
  }, [isAllowed])
}
