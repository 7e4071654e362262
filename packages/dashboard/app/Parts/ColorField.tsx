import { parseColor, toHex } from "@telemark/html"
import { useTexts } from "../Texts/index.js"
import { Field } from "./Field.js"

interface ColorFieldProps {
  readonly label: string
  /** Empty: the usual colour. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** What holds while nothing is written, and is shown then. */
  readonly usual?: string
  /** Whether a button takes the colour away. */
  readonly isOptional?: boolean
  /** Colours to choose from, such as the brand's. */
  readonly swatches?: ReadonlyArray<string>
  readonly problem?: string | undefined
  readonly disabled?: boolean
}

/** A colour: typed, picked, or one of those that are offered. */
export const ColorField = ({
  disabled = false,
  isOptional = false,
  label,
  onValue,
  problem,
  swatches = [],
  usual,
  value
}: ColorFieldProps) => {
  const { color: texts } = useTexts()
  const shown = parseColor(value === "" ? (usual ?? "") : value)
  // Pickers of browsers know six digits only.
  const hex = shown === undefined ? "#000000" : toHex(shown)
  return (
    <div class="color">
      <Field label={label} problem={problem}>
        {(ids) => (
          <div class="color-row">
            <input
              type="color"
              class="color-well"
              aria-label={texts.pick(label)}
              value={hex}
              disabled={disabled}
              onInput={(event) => {
                onValue(event.currentTarget.value)
              }}
            />
            <input
              class="input mono"
              value={value}
              disabled={disabled}
              spellcheck={false}
              autoComplete="off"
              onInput={(event) => {
                onValue(event.currentTarget.value)
              }}
              {...(usual === undefined ? {} : { placeholder: `${texts.usual} ${usual}` })}
              {...ids}
            />
            {isOptional && value !== "" ? (
              <button
                type="button"
                class="color-clear"
                aria-label={texts.clear(label)}
                title={texts.clear(label)}
                onClick={() => {
                  onValue("")
                }}
              >
                ✕
              </button>
            ) : null}
          </div>
        )}
      </Field>
      {swatches.length === 0 ? null : (
        <div class="color-swatches" role="group" aria-label={label}>
          {[...new Set(swatches.map((color) => color.toLowerCase()))].map((color) => (
            <button
              key={color}
              type="button"
              class="color-swatch"
              aria-label={texts.brand(color)}
              title={texts.brand(color)}
              aria-pressed={value.toLowerCase() === color}
              style={{ background: color }}
              onClick={() => {
                onValue(color)
              }}
            />
          ))}
        </div>
      )}
    </div>
  )
}
