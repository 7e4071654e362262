import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: ReadonlyArray<readonly [name: Name, title: string]>
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly children: ComponentChildren
}

/**
 * Tabs as ARIA's authoring practices say: arrow keys move, the chosen tab alone is in the tab
 * order.
 */
export const Tabs = <Name extends string>({
  children,
  chosen,
  label,
  onChoose,
  tabs
}: TabsProps<Name>) => {
  const id = useId()
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = tabs.findIndex(([name]) => name === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onChoose(next[0])
    document.getElementById(`${id}-${next[0]}`)?.focus()
  }
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(([name, title]) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => {
              onChoose(name)
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  )
}
