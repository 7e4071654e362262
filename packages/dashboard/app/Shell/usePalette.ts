import { useEffect, useState } from "preact/hooks"

/** Whether Command is the key of shortcuts here, as on Apple's systems, rather than Control. */
const hasCommandKey = /Mac|iPhone|iPad/.test(navigator.platform)

/** What opens the palette, as it stands beside a button. */
export const paletteKeys = hasCommandKey ? "⌘K" : "Ctrl K"

/** Whether the palette is open; its key opens and closes it, unless another dialog waits. */
export const usePalette = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      const isAsked = hasCommandKey ? event.metaKey : event.ctrlKey
      if (!isAsked || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return
      const other = document.querySelector("dialog[open]:not(.palette)")
      if (other !== null) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    addEventListener("keydown", toggle)
    return () => {
      removeEventListener("keydown", toggle)
    }
  }, [])
  return { isOpen, setOpen }
}
