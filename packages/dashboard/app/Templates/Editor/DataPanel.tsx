import { useState } from "preact/hooks"
import { CodeEditor } from "../../Code/index.js"
import { Button, Check, Notice } from "../../Parts/index.js"
import { type Data, fieldOf, parseData, valueAt, valueOf, withValue } from "../sampleData.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface DataPanelProps {
  /** Every variable, by path. */
  readonly names: ReadonlyArray<string>
  readonly defaults: Readonly<Record<string, string>>
  readonly data: Data
  readonly onData: (data: Data) => void
  /** Without it, defaults can be read only. */
  readonly onDefaults?: (defaults: Readonly<Record<string, string>>) => void
}

/** Without a value, the variable isn't declared. */
const withDefault = (
  defaults: Readonly<Record<string, string>>,
  name: string,
  value: string | undefined
): Readonly<Record<string, string>> =>
  value === undefined
    ? Object.fromEntries(Object.entries(defaults).filter(([other]) => other !== name))
    : { ...defaults, [name]: value }

/** Data for the preview: a field for each variable, or all of it as JSON. */
export const DataPanel = ({ data, defaults, names, onData, onDefaults }: DataPanelProps) => {
  const { editor: texts } = useTemplateTexts()
  const [json, setJson] = useState<string>()
  const writeJson = (text: string): void => {
    setJson(text)
    const parsed = parseData(text)
    if (parsed !== undefined) onData(parsed)
  }
  const rows = names.map((name) => (
    <div class={styles["variable"]} key={name} role="group" aria-label={name}>
      <div class={styles["variableName"]}>
        <code>{name}</code>
        {(defaults[name] ?? "") === "" ? (
          <Check
            label={texts.needed}
            checked={Object.hasOwn(defaults, name)}
            disabled={onDefaults === undefined}
            onChecked={(isNeeded) => {
              onDefaults?.(withDefault(defaults, name, isNeeded ? "" : undefined))
            }}
          />
        ) : null}
      </div>
      <label>
        <span aria-hidden="true">{texts.sampleName}</span>
        <input
          class="input"
          aria-label={texts.sample(name)}
          value={fieldOf(valueAt(data, name))}
          autoComplete="off"
          onInput={({ currentTarget: { value } }) => {
            onData(withValue(data, name, value === "" ? undefined : valueOf(value)))
          }}
        />
      </label>
      <label>
        <span aria-hidden="true">{texts.defaultName}</span>
        <input
          class="input"
          aria-label={texts.default(name)}
          value={defaults[name] ?? ""}
          disabled={onDefaults === undefined}
          autoComplete="off"
          onInput={({ currentTarget: { value } }) => {
            onDefaults?.(withDefault(defaults, name, value))
          }}
        />
      </label>
    </div>
  ))
  return (
    <div class={styles["panel"]}>
      <div class="spread">
        <p class="muted">{texts.dataIntro}</p>
        <Button
          small
          onClick={() => {
            setJson(json === undefined ? JSON.stringify(data, null, 2) : undefined)
          }}
        >
          {json === undefined ? texts.asJson : texts.asFields}
        </Button>
      </div>
      {json === undefined ? (
        names.length === 0 ? (
          <p>{texts.noVariables}</p>
        ) : (
          <>
            <div class={styles["variables"]}>{rows}</div>
            <p class="field-hint">{texts.sampleHint}</p>
          </>
        )
      ) : (
        <>
          <div class={styles["code"]}>
            <CodeEditor label={texts.dataLabel} language="json" value={json} onValue={writeJson} />
          </div>
          {parseData(json) === undefined ? (
            <Notice tone="warn">{texts.badJson}</Notice>
          ) : (
            <p class="field-hint">{texts.keyboard}</p>
          )}
        </>
      )}
    </div>
  )
}
