import { useDesignerTexts } from "../texts.js"
import { Icon } from "../Icon.js"

type Align = "left" | "center" | "right"

const icons = { left: "alignLeft", center: "alignCenter", right: "alignRight" } as const

export const AlignField = ({
  onValue,
  value
}: {
  readonly value: Align
  readonly onValue: (value: Align) => void
}) => {
  const texts = useDesignerTexts()
  return (
    <fieldset class="dz-choice">
      <legend class="field-label">{texts.fields.align}</legend>
      <div class="dz-segments">
        {(["left", "center", "right"] as const).map((align) => (
          <button
            key={align}
            type="button"
            class="dz-segment"
            aria-pressed={value === align}
            aria-label={texts.aligns[align]}
            title={texts.aligns[align]}
            onClick={() => {
              onValue(align)
            }}
          >
            <Icon name={icons[align]} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}
