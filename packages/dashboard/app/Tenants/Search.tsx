import { useEffect, useState } from "preact/hooks"
import { TextField } from "../Parts/index.js"
import styles from "./tenants.module.css"
import { useTenantTexts } from "./useTenantTexts.js"

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** Finds tenants by a part of their name. */
export const Search = ({ onChange, q }: { readonly q: string; readonly onChange: (q: string) => void }) => {
  const texts = useTenantTexts()
  const [text, setText] = useState(q)
  // Going back in the browser's history changes the address without typing.
  useEffect(() => { setText(q) }, [q])
  useEffect(() => {
    if (text.trim() === q) return undefined
    const timer = setTimeout(() => { onChange(text.trim()) }, pause)
    return () => { clearTimeout(timer) }
  }, [text])
  return (
    <div class={styles["search"]} role="search">
      <TextField label={texts.search} placeholder={texts.searchHint} value={text} onValue={setText} type="search" maxLength={64} autoComplete="off" spellcheck={false} />
    </div>
  )
}
