import { useEffect, useState } from "preact/hooks"
import { Select, TextField } from "../Parts/index.js"
import styles from "./suppressions.module.css"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

export interface SuppressionFilters {
  readonly email: string
  readonly reason: string
  readonly topic: string
}

interface FiltersProps {
  readonly filters: SuppressionFilters
  readonly topics: ReadonlyArray<readonly [id: string, name: string]>
  readonly onChange: (changes: Partial<SuppressionFilters>) => void
}

/** How long typing must pause before the list is asked for, in milliseconds. */
const pause = 300

/** What of the list is shown. */
export const Filters = ({ filters, onChange, topics }: FiltersProps) => {
  const texts = useSuppressionTexts()
  const [email, setEmail] = useState(filters.email)
  // Going back in the browser's history changes the address without typing.
  useEffect(() => { setEmail(filters.email) }, [filters.email])
  useEffect(() => {
    if (email.trim() === filters.email) return undefined
    const timer = setTimeout(() => { onChange({ email: email.trim() }) }, pause)
    return () => { clearTimeout(timer) }
  }, [email])
  const reasons = filters.reason === "" || Object.hasOwn(texts.reasons, filters.reason) ? Object.entries(texts.reasons) : [...Object.entries(texts.reasons), [filters.reason, filters.reason] as const]
  return (
    <div class={styles["filters"]} role="search">
      <TextField label={texts.search} placeholder={texts.searchHint} value={email} onValue={setEmail} type="search" autoComplete="off" spellcheck={false} />
      <Select label={texts.filterReason} value={filters.reason} onValue={(reason) => { onChange({ reason }) }} options={[["", texts.anyTopic], ...reasons]} />
      {topics.length === 0 ? null : <Select label={texts.filterTopic} value={filters.topic} onValue={(topic) => { onChange({ topic }) }} options={[["", texts.anyTopic], ...topics]} />}
    </div>
  )
}
