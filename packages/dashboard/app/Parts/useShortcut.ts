import { useEffect, useRef } from "preact/hooks"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Calls `act` when a key is pressed anywhere on the page but where somebody types. */
export const useShortcut = (key: string | undefined, act: () => void): void => {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (key === undefined) return undefined
    const listen = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== key || !isPlain || isTyping(event.target)) return
      if (document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener("keydown", listen)
    return () => {
      document.removeEventListener("keydown", listen)
    }
  }, [key])
}
