import styles from "./editor.module.css"

interface ChoiceProps<Name extends string> {
  readonly label: string
  readonly chosen: Name
  readonly options: ReadonlyArray<readonly [name: Name, title: string]>
  readonly onChoose: (name: Name) => void
}

/** One of few. */
export const Choice = <Name extends string>({ chosen, label, onChoose, options }: ChoiceProps<Name>) => (
  <div class={styles["choice"]} role="group" aria-label={label}>
    {options.map(([name, title]) => <button key={name} type="button" aria-pressed={name === chosen} onClick={() => { onChoose(name) }}>{title}</button>)}
  </div>
)
