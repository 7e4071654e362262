import { useDesignerTexts } from "../texts.js"

interface VariableMenuProps {
  readonly variables: ReadonlyArray<string>
  /** The field that it inserts into. */
  readonly label: string
  /** Called with the merge tag. */
  readonly onChoose: (tag: string) => void
}

/** Offers the template's variables as merge tags. Nothing is shown if there are none. */
export const VariableMenu = ({ label, onChoose, variables }: VariableMenuProps) => {
  const texts = useDesignerTexts()
  if (variables.length === 0) return null
  return (
    <span class="dz-variables">
      <span aria-hidden="true">{"{ }"}</span>
      <select
        aria-label={texts.variableInto(label)}
        title={texts.variable}
        value=""
        onChange={(event) => {
          const name = event.currentTarget.value
          event.currentTarget.value = ""
          if (name !== "") onChoose(`{{${name}}}`)
        }}
      >
        <option value="">{texts.variable}</option>
        {variables.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
