import { TextField } from "../Parts/index.js"
import { useBrandTexts } from "./useBrandTexts.js"
import styles from "./brand.module.css"

interface ColorFieldProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly disabled: boolean
  readonly onValue: (value: string) => void
}

/** Pickers of browsers know six digits only. */
const sixDigits = (color: string): string => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  if (short !== null) return `#${short.slice(1).map((digit) => digit + digit).join("")}`
  return /^#[0-9a-f]{6}$/i.test(color) ? color : "#000000"
}

/** A colour, to write or to pick. */
export const ColorField = ({ disabled, label, onValue, problem, value }: ColorFieldProps) => {
  const texts = useBrandTexts()
  return (
    <div class={styles["color"]}>
      <TextField label={label} value={value} onValue={onValue} problem={problem} disabled={disabled} spellcheck={false} autoComplete="off" />
      <input type="color" aria-label={texts.pick(label)} value={sixDigits(value)} disabled={disabled} onInput={(event) => { onValue(event.currentTarget.value) }} />
    </div>
  )
}
