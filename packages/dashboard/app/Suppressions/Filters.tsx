import { SearchField, Select } from "../Parts/index.js"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

export interface SuppressionFilters {
  readonly email: string
  readonly reason: string
  readonly topic: string
}

interface FiltersProps {
  readonly filters: SuppressionFilters
  readonly topics: ReadonlyArray<readonly [id: string, name: string]>
  /** `isTyping`: more of the same may follow. */
  readonly onChange: (changes: Partial<SuppressionFilters>, isTyping?: boolean) => void
}

/** What of the list is shown. */
export const Filters = ({ filters, onChange, topics }: FiltersProps) => {
  const texts = useSuppressionTexts()
  const reasons =
    filters.reason === "" || Object.hasOwn(texts.reasons, filters.reason)
      ? Object.entries(texts.reasons)
      : [...Object.entries(texts.reasons), [filters.reason, filters.reason] as const]
  return (
    <div class="filters" role="search">
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        searched={filters.email}
        onSearch={(email, isFirst) => {
          onChange({ email }, !isFirst)
        }}
      />
      <Select
        label={texts.filterReason}
        value={filters.reason}
        onValue={(reason) => {
          onChange({ reason })
        }}
        options={[["", texts.anyTopic], ...reasons]}
      />
      {topics.length === 0 ? null : (
        <Select
          label={texts.filterTopic}
          value={filters.topic}
          onValue={(topic) => {
            onChange({ topic })
          }}
          options={[["", texts.anyTopic], ...topics]}
        />
      )}
    </div>
  )
}
