import { useQueryClient } from "@tanstack/preact-query"
import { useCallback, useEffect, useRef } from "preact/hooks"
import { useEvents } from "../Client/index.js"

/**
 * The list is asked for at most so often, in milliseconds: with mail by the hundred, a page would
 * otherwise do nothing but ask.
 */
const pauseMillis = 400

/**
 * Asks for the captured mail again when mail was sent: each is in the inbox before that is an
 * event. At once for the first, and once more for those that follow.
 */
export const useNewMail = (): void => {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const isBehind = useRef(false)
  const listen = useCallback(() => {
    if (timer.current !== undefined) {
      isBehind.current = true
      return
    }
    isBehind.current = false
    void queries.invalidateQueries({
      queryKey: ["inbox"],
      refetchType: document.hidden ? "none" : "active"
    })
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (isBehind.current) listen()
    }, pauseMillis)
  }, [queries])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    []
  )
  useEvents(listen)
}
