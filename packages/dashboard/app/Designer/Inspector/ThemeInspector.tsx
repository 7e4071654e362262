import type { Brand, Design, DesignTheme } from "@telemark/client"
import { fontFamilyOf, toHex } from "@telemark/html"
import { Button, ColorField, Field, TextField } from "../../Parts/index.js"
import { mailLook } from "../Canvas/index.js"
import { useDesignerTexts } from "../texts.js"
import { brandColors } from "./brandColors.js"

interface ThemeInspectorProps {
  readonly design: Design
  readonly brand: Brand
  readonly onTheme: (theme: DesignTheme | undefined, group: string) => void
  readonly problemOf: (member: string) => string | undefined
}

const fonts: ReadonlyArray<string> = [
  "Helvetica, Arial, sans-serif",
  "Arial, sans-serif",
  "Verdana, Geneva, sans-serif",
  "Tahoma, sans-serif",
  "Georgia, Times, serif",
  "Courier New, monospace"
]

/** What a mail without a theme looks like. */
const usualTheme = (): DesignTheme => {
  const { palette, width } = mailLook(undefined)
  return {
    backgroundColor: toHex(palette.background),
    contentBackgroundColor: toHex(palette.content),
    linkColor: toHex(palette.link),
    fontFamily: fontFamilyOf(undefined),
    width: `${width}px`
  }
}

const brandTheme = (brand: Brand, { contentBackgroundColor, width }: DesignTheme): DesignTheme => ({
  backgroundColor: brand.background_color,
  contentBackgroundColor,
  linkColor: brand.primary_color,
  fontFamily: brand.font_family,
  width
})

const colors = ["backgroundColor", "contentBackgroundColor", "linkColor"] as const

/** The look of the whole mail. */
export const ThemeInspector = ({ brand, design, onTheme, problemOf }: ThemeInspectorProps) => {
  const texts = useDesignerTexts()
  const usual = usualTheme()
  const theme = design.theme ?? usual
  const change = (member: keyof DesignTheme, value: string): void => {
    onTheme({ ...theme, [member]: value }, `theme.${member}`)
  }
  return (
    <div class="dz-fields">
      {colors.map((member) => (
        <ColorField
          key={member}
          label={texts.theme[member]}
          value={theme[member]}
          usual={usual[member]}
          swatches={brandColors(brand)}
          problem={problemOf(member)}
          onValue={(value) => {
            change(member, value)
          }}
        />
      ))}
      <p class="field-hint">{texts.theme.hint}</p>
      <Field label={texts.theme.fontFamily} problem={problemOf("fontFamily")}>
        {(ids) => (
          <>
            <input
              class="input"
              list={`${ids.id}-fonts`}
              value={theme.fontFamily}
              spellcheck={false}
              autoComplete="off"
              onInput={(event) => {
                change("fontFamily", event.currentTarget.value)
              }}
              {...ids}
            />
            <datalist id={`${ids.id}-fonts`}>
              {[...new Set([brand.font_family, ...fonts])].map((font) => (
                <option key={font} value={font} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <TextField
        label={texts.theme.width}
        value={theme.width}
        onValue={(value) => {
          change("width", value)
        }}
        problem={problemOf("width")}
        autoComplete="off"
      />
      <div class="row">
        <Button
          small
          onClick={() => {
            onTheme(brandTheme(brand, theme), "theme")
          }}
        >
          {texts.theme.brand}
        </Button>
        {design.theme === undefined ? null : (
          <Button
            small
            look="quiet"
            onClick={() => {
              onTheme(undefined, "theme")
            }}
          >
            {texts.theme.reset}
          </Button>
        )}
      </div>
    </div>
  )
}
