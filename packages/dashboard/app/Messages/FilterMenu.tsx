import { useEffect, useRef, useState } from "preact/hooks"
import { Button, StatusBadge, statuses, TextField } from "../Parts/index.js"
import { type ChangeFilters, type ChipName, chipNames, type Filters, periods } from "./filters.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

/** What the menu shows: nothing, the filters that there are, or one of them. */
export type MenuState = "closed" | "filters" | ChipName

interface FilterMenuProps {
  readonly filters: Filters
  readonly state: MenuState
  readonly onState: (state: MenuState) => void
  readonly onChange: ChangeFilters
}

const TextFilter = ({
  label,
  name,
  onApply,
  value
}: {
  readonly name: ChipName
  readonly label: string
  readonly value: string
  readonly onApply: (value: string) => void
}) => {
  const texts = useMessageTexts()
  const [typed, setTyped] = useState(value)
  return (
    <form
      class={styles["menu-form"]}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(typed.trim())
      }}
    >
      <TextField
        label={label}
        value={typed}
        onValue={setTyped}
        autoComplete="off"
        spellcheck={false}
        hint={texts.filterHints[name]}
        maxLength={name === "subject" ? 48 : 300}
      />
      <Button type="submit" small look="primary">
        {texts.apply}
      </Button>
    </form>
  )
}

/** Adds a filter, or changes one: what is chosen counts at once. */
export const FilterMenu = ({ filters, onChange, onState, state }: FilterMenuProps) => {
  const texts = useMessageTexts()
  const frame = useRef<HTMLDivElement>(null)
  const isOpen = state !== "closed"
  const close = (): void => {
    onState("closed")
    frame.current?.querySelector("button")?.focus()
  }
  useEffect(() => {
    if (!isOpen) return undefined
    frame.current
      ?.querySelector<HTMLElement>(`.${styles["menu"] ?? ""} :is(button, input)`)
      ?.focus()
    const listen = (event: PointerEvent): void => {
      if (event.target instanceof Node && frame.current?.contains(event.target) === false)
        onState("closed")
    }
    document.addEventListener("pointerdown", listen)
    return () => {
      document.removeEventListener("pointerdown", listen)
    }
  }, [state])

  const set = (changes: Readonly<Record<string, string>>): void => {
    onChange(changes)
    close()
  }
  const choice = (
    key: string,
    isChosen: boolean,
    choose: () => void,
    name: preact.ComponentChild
  ) => (
    <button
      key={key}
      type="button"
      class={styles["choice"]}
      aria-pressed={isChosen}
      onClick={choose}
    >
      {name}
    </button>
  )
  const time = (name: "since" | "until", label: string) => (
    <TextField
      label={label}
      type="datetime-local"
      value={filters[name]}
      onValue={(value) => {
        onChange({ [name]: value }, true)
      }}
    />
  )

  const content = () => {
    if (state === "closed") return null
    if (state === "filters")
      return chipNames.map((name) => (
        <button
          key={name}
          type="button"
          class={styles["choice"]}
          onClick={() => {
            onState(name)
          }}
        >
          {texts.filterNames[name]}
        </button>
      ))
    if (state === "status")
      return statuses.map((status) =>
        choice(
          status,
          filters.status === status,
          () => {
            set({ status })
          },
          <StatusBadge status={status} />
        )
      )
    if (state === "period")
      return [
        ...periods.map((period) =>
          choice(
            period,
            filters.period === period,
            () => {
              if (period === "own") onChange({ period })
              else set({ period, since: "", until: "" })
            },
            texts.periods[period]
          )
        ),
        filters.period === "own" ? (
          <div key="times" class={styles["menu-form"]}>
            {time("since", texts.since)}
            {time("until", texts.until)}
          </div>
        ) : null
      ]
    return (
      <TextFilter
        key={state}
        name={state}
        label={texts.filterNames[state]}
        value={filters[state]}
        onApply={(value) => {
          set({ [state]: value })
        }}
      />
    )
  }

  return (
    <div
      ref={frame}
      class={styles["menu-frame"]}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen) close()
      }}
    >
      <Button
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          onState(isOpen ? "closed" : "filters")
        }}
      >
        {texts.addFilter}
      </Button>
      {isOpen ? (
        <div
          class={styles["menu"]}
          role="dialog"
          aria-label={state === "filters" ? texts.addFilter : texts.filterNames[state]}
        >
          {content()}
        </div>
      ) : null}
    </div>
  )
}
