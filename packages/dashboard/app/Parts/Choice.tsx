interface ChoiceProps<Name extends string> {
  readonly label: string
  readonly options: ReadonlyArray<readonly [name: Name, title: string]>
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** A few buttons of which one is pressed. */
export const Choice = <Name extends string>({
  chosen,
  label,
  onChoose,
  options
}: ChoiceProps<Name>) => (
  <div class="choice" role="group" aria-label={label}>
    {options.map(([name, title]) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === chosen}
        onClick={() => {
          onChoose(name)
        }}
      >
        {title}
      </button>
    ))}
  </div>
)
