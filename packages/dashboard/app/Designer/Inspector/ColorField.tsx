import type { Brand } from "@telemark/client"
import { parseColor, toHex } from "@telemark/html"
import { Field } from "../../Parts/index.js"
import { useDesignerTexts } from "../texts.js"

interface ColorFieldProps {
  readonly label: string
  /** Undefined: the usual colour. */
  readonly value: string | undefined
  readonly usual: string
  /** Undefined takes the colour away; without it, there must be one. */
  readonly onValue: (value: string | undefined) => void
  readonly isOptional?: boolean
  readonly brand: Brand
  readonly problem?: string | undefined
}

/** A colour: typed, picked, or one of the brand's. */
export const ColorField = ({ brand, isOptional = true, label, onValue, problem, usual, value }: ColorFieldProps) => {
  const texts = useDesignerTexts()
  const shown = parseColor(value ?? usual)
  const hex = shown === undefined ? "#000000" : toHex(shown)
  const swatches = [...new Set([brand.primary_color, brand.background_color, brand.text_color].map((color) => color.toLowerCase()))]
  return (
    <div class="dz-color">
      <Field label={label} problem={problem}>
        {(ids) => (
          <div class="dz-color-row">
            <input type="color" class="dz-well" aria-label={texts.colorPicker(label)} value={hex} onInput={(event) => { onValue(event.currentTarget.value) }} />
            <input class="input mono" value={value ?? ""} placeholder={`${texts.usual} ${usual}`} spellcheck={false} autoComplete="off"
              onInput={(event) => { onValue(event.currentTarget.value === "" && isOptional ? undefined : event.currentTarget.value) }} {...ids} />
            {isOptional && value !== undefined ? <button type="button" class="dz-tool" aria-label={texts.clear(label)} title={texts.clear(label)} onClick={() => { onValue(undefined) }}>✕</button> : null}
          </div>
        )}
      </Field>
      <div class="dz-swatches" role="group" aria-label={label}>
        {swatches.map((color) => (
          <button key={color} type="button" class="dz-swatch" aria-label={texts.brandColor(color)} title={texts.brandColor(color)} aria-pressed={value?.toLowerCase() === color} style={{ background: color }} onClick={() => { onValue(color) }} />
        ))}
      </div>
    </div>
  )
}
