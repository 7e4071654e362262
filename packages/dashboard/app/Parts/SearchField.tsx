import { useEffect, useRef, useState } from "preact/hooks"
import { TextField } from "./Field.js"
import { useShortcut } from "./useShortcut.js"

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** As long as a search may be. */
  readonly maxLength?: number
  /** What the list shows, as the address has it. */
  readonly searched: string
  /** `isFirst`: nothing was searched before. */
  readonly onSearch: (text: string, isFirst: boolean) => void
  /** Whether the label is for screen readers alone. */
  readonly isBare?: boolean
  readonly problem?: string | undefined
}

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** Leads to the field from anywhere on the page. */
const shortcut = "/"

/** Searches a list as somebody types. */
export const SearchField = ({
  isBare = false,
  label,
  maxLength,
  onSearch,
  placeholder,
  problem,
  searched
}: SearchFieldProps) => {
  const [typed, setTyped] = useState(searched)
  const frame = useRef<HTMLDivElement>(null)
  useShortcut(shortcut, () => {
    const input = frame.current?.querySelector("input")
    input?.focus()
    input?.select()
  })
  const latest = useRef(onSearch)
  latest.current = onSearch
  // What this field searched for is older than what is typed by now, and without its last space.
  // Going back in the browser's history changes the address without typing.
  const asked = useRef(searched)
  useEffect(() => {
    if (searched === asked.current) return
    asked.current = searched
    setTyped(searched)
  }, [searched])
  useEffect(() => {
    if (typed.trim() === searched) return undefined
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      latest.current(asked.current, searched === "")
    }, pause)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  return (
    <div ref={frame} class={isBare ? "search-field search-bare" : "search-field"}>
      <TextField
        label={label}
        placeholder={placeholder}
        value={typed}
        onValue={setTyped}
        type="search"
        maxLength={maxLength}
        autoComplete="off"
        spellcheck={false}
        problem={problem}
        aria-keyshortcuts={shortcut}
      />
      <kbd aria-hidden="true">{shortcut}</kbd>
    </div>
  )
}
