import { useLayoutEffect, useState } from "preact/hooks"
import { Button, Select, TextField } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { type FilterName, type Filters, isFiltered, rareFilters } from "./filters.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

interface MessageFiltersProps {
  readonly filters: Filters
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

const statuses = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "deferred",
  "bounced",
  "complained",
  "failed"
]

/** The filters of the list. Texts count once Enter is pressed, or the field is left. */
export const MessageFilters = ({ filters, onChange, onClear, problems }: MessageFiltersProps) => {
  const texts = useMessageTexts()
  const shared = useTexts()
  const [typed, setTyped] = useState(filters)
  const [isMore, setMore] = useState(() => rareFilters.some((name) => filters[name] !== ""))
  // Before the next key is pressed: what is typed at once after Enter stays.
  useLayoutEffect(() => {
    setTyped(filters)
  }, [filters])
  const commit = (): void => {
    const changed = Object.entries(typed)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([name, value]) => value !== filters[name as FilterName])
    if (changed.length > 0) onChange(Object.fromEntries(changed))
  }
  const field = (
    name: FilterName,
    label: string,
    more: { readonly hint?: string; readonly type?: string; readonly maxLength?: number } = {}
  ) => (
    <TextField
      label={label}
      value={typed[name]}
      onValue={(value) => {
        setTyped((all) => ({ ...all, [name]: value }))
      }}
      onBlur={commit}
      autoComplete="off"
      spellcheck={false}
      problem={problems[`query.${name}`]}
      {...more}
    />
  )
  return (
    <form
      class={`card ${styles["filters"] ?? ""}`}
      role="search"
      aria-label={texts.filters}
      onSubmit={(event) => {
        event.preventDefault()
        commit()
      }}
    >
      <div class={styles["fields"]}>
        {field("recipient", texts.recipient, { type: "search" })}
        {field("subject", texts.subjectBegins, { type: "search", maxLength: 48 })}
        <Select
          label={texts.status}
          value={filters.status}
          onValue={(status) => {
            onChange({ status })
          }}
          options={[
            ["", texts.anyStatus],
            ...statuses.map((status) => [status, shared.statuses[status] ?? status] as const)
          ]}
        />
        <Select
          label={texts.period}
          value={filters.period}
          onValue={(period) => {
            onChange({ period, ...(period === "own" ? {} : { since: "", until: "" }) })
          }}
          options={[
            ["", texts.periods.any],
            ...(["1h", "24h", "7d", "30d", "own"] as const).map(
              (period) => [period, texts.periods[period]] as const
            )
          ]}
        />
      </div>
      {filters.period === "own" ? (
        <div class={styles["fields"]}>
          {field("since", texts.since, { type: "datetime-local" })}
          {field("until", texts.until, { type: "datetime-local" })}
        </div>
      ) : null}
      {isMore ? (
        <div class={styles["fields"]}>
          {field("recipient_domain", texts.recipientDomain)}
          {field("sender_domain", texts.senderDomain)}
          {field("template_id", texts.template)}
          {field("tag", texts.tag, { hint: texts.tagHint })}
        </div>
      ) : null}
      <div class="row">
        <Button type="submit" small>
          {texts.search}
        </Button>
        <Button
          look="quiet"
          small
          aria-expanded={isMore}
          onClick={() => {
            setMore(!isMore)
          }}
        >
          {texts.more}
        </Button>
        {isFiltered(filters) ? (
          <Button look="quiet" small onClick={onClear}>
            {texts.clear}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
