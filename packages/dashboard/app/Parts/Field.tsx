import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from "preact"
import { useId } from "preact/hooks"

interface FieldProps {
  readonly label: ComponentChildren
  readonly hint?: ComponentChildren
  readonly problem?: string | undefined
}

interface Ids {
  readonly id: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: "true"
}

/** A label, what it labels, a hint and what is wrong, tied together for screen readers. */
export const Field = ({
  children,
  hint,
  label,
  problem
}: FieldProps & { readonly children: (ids: Ids) => ComponentChildren }) => {
  const id = useId()
  const described = [
    hint === undefined ? "" : `${id}-hint`,
    problem === undefined ? "" : `${id}-problem`
  ]
    .filter((part) => part !== "")
    .join(" ")
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children({
        id,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(problem === undefined ? {} : { "aria-invalid": "true" as const })
      })}
      {hint === undefined ? null : (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {problem === undefined ? null : (
        <span class="field-problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  )
}

type Native<Attributes> = Omit<
  Attributes,
  "class" | "id" | "label" | "onInput" | "onChange" | "value"
>

interface Value {
  readonly value: string
  readonly onValue: (value: string) => void
}

export const TextField = ({
  hint,
  label,
  onValue,
  problem,
  value,
  ...rest
}: FieldProps & Value & Native<InputHTMLAttributes>) => (
  <Field label={label} hint={hint} problem={problem}>
    {(ids) => (
      <input
        class="input"
        value={value}
        onInput={(event) => {
          onValue(event.currentTarget.value)
        }}
        {...ids}
        {...rest}
      />
    )}
  </Field>
)

export const TextArea = ({
  hint,
  label,
  onValue,
  problem,
  value,
  ...rest
}: FieldProps & Value & Native<TextareaHTMLAttributes>) => (
  <Field label={label} hint={hint} problem={problem}>
    {(ids) => (
      <textarea
        class="input"
        value={value}
        onInput={(event) => {
          onValue(event.currentTarget.value)
        }}
        {...ids}
        {...rest}
      />
    )}
  </Field>
)

export const Select = ({
  hint,
  label,
  onValue,
  options,
  problem,
  value
}: FieldProps &
  Value & { readonly options: ReadonlyArray<readonly [value: string, name: string]> }) => (
  <Field label={label} hint={hint} problem={problem}>
    {(ids) => (
      <select
        class="input"
        value={value}
        onChange={(event) => {
          onValue(event.currentTarget.value)
        }}
        {...ids}
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)

export const Check = ({
  checked,
  disabled = false,
  hint,
  label,
  onChecked
}: {
  readonly label: ComponentChildren
  /** What to know of it. */
  readonly hint?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChecked: (checked: boolean) => void
}) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => {
        onChecked(event.currentTarget.checked)
      }}
    />
    {hint === undefined ? (
      <span>{label}</span>
    ) : (
      <span class="check-hinted">
        <strong>{label}</strong>
        <span class="muted">{hint}</span>
      </span>
    )}
  </label>
)
