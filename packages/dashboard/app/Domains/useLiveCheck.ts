import type { Domain } from "@telemark/client"
import { useMutation, useQueryClient } from "@tanstack/preact-query"
import { useEffect, useRef, useState } from "preact/hooks"
import { client } from "../Client/index.js"

const firstWait = 5_000
const maxWait = 120_000

/**
 * How long to wait before the next look at DNS, after so many that changed nothing, in
 * milliseconds.
 */
export const waitAfter = (looks: number): number => Math.min(maxWait, firstWait * 2 ** looks)

/**
 * Looks a domain's records up now and again while the page is visible, ever more rarely, until
 * `isDone`.
 */
export const useLiveCheck = (domain: string, isOn: boolean) => {
  const queries = useQueryClient()
  const [looks, setLooks] = useState(0)
  const check = useMutation({
    mutationFn: () => client.domains.verify(domain),
    onSuccess: ({ ready_to_send, verification }) => {
      queries.setQueryData<Domain>(["domains", "get", domain], (before) =>
        before === undefined ? before : { ...before, ready_to_send, verification }
      )
      void queries.invalidateQueries({ queryKey: ["domains"] })
    }
  })
  const run = useRef(() => undefined as void)
  run.current = () => {
    if (check.isPending) return
    check.mutate()
    setLooks((count) => count + 1)
  }
  useEffect(() => {
    if (!isOn || check.isPending) return undefined
    const wait = looks === 0 ? 0 : waitAfter(looks - 1)
    let timer: ReturnType<typeof setTimeout> | undefined
    const due = Date.now() + wait
    const schedule = (): void => {
      clearTimeout(timer)
      // A hidden page asks nothing; once it is seen again, it makes up for what was due.
      if (!document.hidden)
        timer = setTimeout(
          () => {
            run.current()
          },
          Math.max(0, due - Date.now())
        )
    }
    schedule()
    document.addEventListener("visibilitychange", schedule)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", schedule)
    }
  }, [isOn, looks, check.isPending])

  /** Looks now, and begins again with short waits. */
  const now = (): void => {
    setLooks(0)
    run.current()
  }
  return { now, isChecking: check.isPending, error: check.error }
}
