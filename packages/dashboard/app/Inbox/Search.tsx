import { useEffect, useState } from "preact/hooks"
import { TextField } from "../Parts/index.js"
import styles from "./inbox.module.css"
import { useInboxTexts } from "./useInboxTexts.js"

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** As long as a search may be. */
const maxLength = 200

/** Searches recipients and subjects. */
export const Search = ({ onSearch, searched }: { readonly searched: string; readonly onSearch: (text: string) => void }) => {
  const texts = useInboxTexts()
  const [typed, setTyped] = useState(searched)
  // Going back in the browser's history changes the address without typing.
  useEffect(() => { setTyped(searched) }, [searched])
  useEffect(() => {
    if (typed.trim() === searched) return undefined
    const timer = setTimeout(() => { onSearch(typed.trim()) }, pause)
    return () => { clearTimeout(timer) }
  }, [typed])
  return (
    <div class={styles["search"]} role="search">
      <TextField label={texts.search} placeholder={texts.searchHint} value={typed} onValue={setTyped} type="search" maxLength={maxLength} autoComplete="off" spellcheck={false} />
    </div>
  )
}
