import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { nextChosen } from "./commands.js"
import { NavigationIcon } from "./NavigationIcon.js"
import { usePaletteCommands } from "./usePaletteCommands.js"
import type { PageOf } from "./pages.js"

interface PaletteProps {
  /** The pages that this person may see. */
  readonly pages: ReadonlyArray<PageOf>
  readonly onClose: () => void
}

/**
 * Leads to pages, messages and what can be created by typing. The focus stays in the field: the
 * arrow keys choose, and screen readers are told what.
 */
export const CommandPalette = ({ onClose, pages }: PaletteProps) => {
  const { palette } = useTexts()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState("")
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const commands = usePaletteCommands(pages, typed)
  const current = Math.min(chosen, commands.length - 1)
  const groups = [...new Set(commands.map(({ group }) => group))]

  // Before the next key is pressed: it is for the field.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
    }
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${String(current)}`)?.scrollIntoView({ block: "nearest" })
  }, [current])

  const open = (index: number): void => {
    const command = commands[index]
    if (command === undefined) return
    onClose()
    navigate(command.to)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const next = nextChosen(event.key, current, commands.length)
    if (next !== undefined) setChosen(next)
    else if (event.key === "Enter") open(current)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label={palette.label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <input
        class="palette-field"
        role="combobox"
        aria-label={palette.field}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        {...(current < 0 ? {} : { "aria-activedescendant": `${id}-${String(current)}` })}
        placeholder={palette.field}
        value={typed}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={handleKey}
      />
      <div class="palette-list" id={id} role="listbox" aria-label={palette.results}>
        {groups.map((group) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div class="nav-title" id={`${id}-${group}`}>
              {palette.groups[group]}
            </div>
            {commands.map((command, index) =>
              command.group === group ? (
                <div
                  key={`${command.to} ${command.label}`}
                  id={`${id}-${String(index)}`}
                  class="nav-link"
                  role="option"
                  aria-selected={index === current}
                  onMouseMove={() => {
                    setChosen(index)
                  }}
                  onClick={() => {
                    open(index)
                  }}
                >
                  <NavigationIcon name={command.icon} />
                  <span class="truncate">{command.label}</span>
                  {command.hint === undefined ? null : (
                    <span class="muted truncate palette-hint">{command.hint}</span>
                  )}
                </div>
              ) : null
            )}
          </div>
        ))}
      </div>
      {commands.length === 0 ? (
        <p class="palette-none muted" role="status">
          {palette.nothing}
        </p>
      ) : null}
    </dialog>
  )
}
