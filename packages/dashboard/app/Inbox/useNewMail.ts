import { useQueryClient } from "@tanstack/preact-query"
import { useCallback, useEffect, useRef } from "preact/hooks"
import { useEvents } from "../Client/index.js"

/** Events of so long are shown together, in milliseconds: with mail by the hundred, a page would otherwise do nothing but ask. */
const gatherMillis = 200

/** Asks for the captured mail again when mail was sent: each is in the inbox before that is an event. */
export const useNewMail = (): void => {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const listen = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: ["inbox"], refetchType: document.hidden ? "none" : "active" })
    }, gatherMillis)
  }, [queries])
  useEffect(() => () => { clearTimeout(timer.current) }, [])
  useEvents(listen)
}
