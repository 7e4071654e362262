import { useState } from "preact/hooks"
import { Button, SearchField } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"
import { FilterMenu, type MenuState } from "./FilterMenu.js"
import {
  type ChangeFilters,
  type ChipName,
  chipNames,
  type Filters,
  filterOf,
  isFiltered
} from "./filters.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

interface MessageFiltersProps {
  readonly filters: Filters
  /** What is wrong with a filter, by its name in the address. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: ChangeFilters
  readonly onClear: () => void
}

/** One field for what people look for, and the filters that are set, each as a chip. */
export const MessageFilters = ({ filters, onChange, onClear, problems }: MessageFiltersProps) => {
  const texts = useMessageTexts()
  const shared = useTexts()
  const formats = useFormats()
  const [menu, setMenu] = useState<MenuState>("closed")

  const timeOf = (local: string): string => {
    const at = new Date(local)
    return Number.isNaN(at.getTime()) ? local || "…" : formats.short(at.toISOString())
  }
  const valueOf = (name: ChipName): string => {
    const value = filters[name]
    if (name === "status") return shared.statuses[value] ?? value
    if (name !== "period") return value
    if (value === "own") return `${timeOf(filters.since)} – ${timeOf(filters.until)}`
    return (texts.periods as Readonly<Record<string, string>>)[value] ?? value
  }
  const wrong = Object.entries(problems).flatMap(([name, problem]) => {
    const filter = filterOf(name)
    return filter === undefined ? [] : [[filter, problem] as const]
  })

  const chip = (name: ChipName) => {
    const label = texts.filterNames[name]
    return (
      <li
        key={name}
        class={styles["chip"]}
        data-wrong={wrong.some(([filter]) => filter === name) ? "" : undefined}
      >
        <button
          type="button"
          onClick={() => {
            setMenu(name)
          }}
        >
          {label}: <b>{valueOf(name)}</b>
        </button>
        <button
          type="button"
          aria-label={texts.removeFilter(label)}
          onClick={() => {
            onChange({ [name]: "", ...(name === "period" ? { since: "", until: "" } : {}) })
          }}
        >
          <span aria-hidden="true">×</span>
        </button>
      </li>
    )
  }
  const set = chipNames.filter((name) => filters[name] !== "")
  return (
    <div class={styles["filters"]} role="search" aria-label={texts.filters}>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHint}
        maxLength={200}
        searched={filters.q}
        isBare
        problem={problems["query.q"]}
        onSearch={(q, isFirst) => {
          onChange({ q }, !isFirst)
        }}
      />
      <FilterMenu filters={filters} state={menu} onState={setMenu} onChange={onChange} />
      {set.length === 0 ? null : (
        <ul class={styles["chips"]} aria-label={texts.filtersSet}>
          {set.map(chip)}
          {isFiltered(filters) ? (
            <li>
              <Button look="quiet" small onClick={onClear}>
                {texts.clear}
              </Button>
            </li>
          ) : null}
        </ul>
      )}
      {wrong.map(([name, problem]) => (
        <p key={name} class={`field-problem ${styles["wrong"] ?? ""}`} role="alert">
          {texts.filterNames[name]}: {problem}
        </p>
      ))}
    </div>
  )
}
