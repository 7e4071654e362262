import { useEffect, useState } from "preact/hooks"
import { TextField } from "./Field.js"

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  /** As long as a search may be. */
  readonly maxLength?: number
  /** What the list shows, as the address has it. */
  readonly searched: string
  readonly onSearch: (text: string) => void
}

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** Searches a list as somebody types. */
export const SearchField = ({
  label,
  maxLength,
  onSearch,
  placeholder,
  searched
}: SearchFieldProps) => {
  const [typed, setTyped] = useState(searched)
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
    <TextField
      label={label}
      placeholder={placeholder}
      value={typed}
      onValue={setTyped}
      type="search"
      maxLength={maxLength}
      autoComplete="off"
      spellcheck={false}
    />
  )
}
