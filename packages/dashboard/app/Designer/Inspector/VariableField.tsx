import { useRef } from "preact/hooks"
import { Field } from "../../Parts/index.js"
import { VariableMenu } from "./VariableMenu.js"

interface VariableFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly variables: ReadonlyArray<string>
  readonly problem?: string | undefined
  readonly hint?: string
  /** Whether it may have several lines. */
  readonly isLong?: boolean
  readonly isAddress?: boolean
}

/** A text into which variables can be put, where the cursor is. */
export const VariableField = ({
  hint,
  isAddress = false,
  isLong = false,
  label,
  onValue,
  problem,
  value,
  variables
}: VariableFieldProps) => {
  const place = useRef<HTMLDivElement>(null)
  const insert = (tag: string): void => {
    const input = place.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      "input, textarea"
    )
    const [start, end] = [
      input?.selectionStart ?? value.length,
      input?.selectionEnd ?? value.length
    ]
    onValue(value.slice(0, start) + tag + value.slice(end))
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(start + tag.length, start + tag.length)
    })
  }
  return (
    <div ref={place} class="dz-field">
      <Field label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
        {(ids) =>
          isLong ? (
            <textarea
              class="input"
              rows={3}
              value={value}
              onInput={(event) => {
                onValue(event.currentTarget.value)
              }}
              {...ids}
            />
          ) : (
            <input
              class="input"
              value={value}
              onInput={(event) => {
                onValue(event.currentTarget.value)
              }}
              autoComplete="off"
              {...(isAddress ? { inputMode: "url" as const, spellcheck: false } : {})}
              {...ids}
            />
          )
        }
      </Field>
      <VariableMenu variables={variables} label={label} onChoose={insert} />
    </div>
  )
}
