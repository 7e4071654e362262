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
  readonly onSearch: (text: string) => void
  /** A key that leads here from anywhere on the page. The field then shows it, and no label. */
  readonly shortcut?: string
  readonly problem?: string | undefined
}

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** Searches a list as somebody types. */
export const SearchField = ({
  label,
  maxLength,
  onSearch,
  placeholder,
  problem,
  searched,
  shortcut
}: SearchFieldProps) => {
  const [typed, setTyped] = useState(searched)
  const frame = useRef<HTMLDivElement>(null)
  useShortcut(shortcut, () => {
    const input = frame.current?.querySelector("input")
    input?.focus()
    input?.select()
  })
  // Going back in the browser's history changes the address without typing.
  useEffect(() => {
    setTyped(searched)
  }, [searched])
  useEffect(() => {
    if (typed.trim() === searched) return undefined
    const timer = setTimeout(() => {
      onSearch(typed.trim())
    }, pause)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  return (
    <div ref={frame} class={shortcut === undefined ? "" : "search-bare"}>
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
        {...(shortcut === undefined ? {} : { "aria-keyshortcuts": shortcut })}
      />
      {shortcut === undefined ? null : <kbd aria-hidden="true">{shortcut}</kbd>}
    </div>
  )
}
