import { SearchField, Select, TextField } from "../Parts/index.js"
import { useAuditTexts } from "./useAuditTexts.js"

export interface AuditFilters {
  readonly target: string
  readonly actor: string
  readonly operation: string
  readonly tenant: string
}

interface FiltersProps {
  readonly filters: AuditFilters
  readonly isOperator: boolean
  /** `isTyping`: more of the same may follow. */
  readonly onChange: (changes: Partial<AuditFilters>, isTyping?: boolean) => void
}

/** What of the log is shown. */
export const Filters = ({ filters, isOperator, onChange }: FiltersProps) => {
  const texts = useAuditTexts()
  const kinds = Object.entries<string>(texts.kinds)
  const isName = filters.actor !== "" && !Object.hasOwn(texts.kinds, filters.actor)
  return (
    <div class="filters" role="search">
      <SearchField
        label={texts.target}
        placeholder={texts.targetHint}
        maxLength={255}
        searched={filters.target}
        onSearch={(target, isFirst) => {
          onChange({ target }, !isFirst)
        }}
      />
      <Select
        label={texts.actor}
        value={filters.actor}
        onValue={(actor) => {
          onChange({ actor })
        }}
        options={[
          ["", texts.any],
          ...kinds,
          ...(isName ? [[filters.actor, filters.actor] as const] : [])
        ]}
      />
      <TextField
        label={texts.operation}
        placeholder="apiKeys.create"
        maxLength={255}
        value={filters.operation}
        spellcheck={false}
        autoComplete="off"
        onValue={(operation) => {
          onChange({ operation }, true)
        }}
      />
      {isOperator ? (
        <TextField
          label={texts.tenant}
          maxLength={255}
          value={filters.tenant}
          spellcheck={false}
          autoComplete="off"
          onValue={(tenant) => {
            onChange({ tenant }, true)
          }}
        />
      ) : null}
    </div>
  )
}
