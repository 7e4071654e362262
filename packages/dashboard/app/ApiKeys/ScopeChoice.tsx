import { Button, Check } from "../Parts/index.js"
import { type KeyScope, type ScopeGroup, scopeGroups } from "./scopeGroups.js"
import { useKeyTexts } from "./useKeyTexts.js"
import styles from "./apiKeys.module.css"

interface ScopeChoiceProps {
  /** What may be chosen: what the session holds. */
  readonly offered: ReadonlyArray<KeyScope>
  readonly chosen: ReadonlyArray<KeyScope>
  readonly onChosen: (scopes: ReadonlyArray<KeyScope>) => void
  readonly problem: string | undefined
}

const isReading = (scope: KeyScope): boolean => scope.endsWith(":read")

/** Scopes by what they are about. */
export const ScopeChoice = ({ chosen, offered, onChosen, problem }: ScopeChoiceProps) => {
  const texts = useKeyTexts()
  const toggle = (scope: KeyScope, isChosen: boolean): void => {
    onChosen(offered.filter((one) => (one === scope ? isChosen : chosen.includes(one))))
  }
  const presets: ReadonlyArray<readonly [name: string, scopes: ReadonlyArray<KeyScope>]> = [
    [texts.sendOnly, offered.filter((scope) => scope === "email:send")],
    [texts.readOnly, offered.filter(isReading)],
    [texts.everything, offered]
  ]
  return (
    <fieldset class={styles["scopes"]}>
      <legend>{texts.scopesTitle}</legend>
      <p class="muted">{texts.scopesHint}</p>
      <div class="row">
        {presets.map(([name, scopes]) =>
          scopes.length === 0 ? null : (
            <Button
              key={name}
              small
              onClick={() => {
                onChosen(scopes)
              }}
            >
              {name}
            </Button>
          )
        )}
      </div>
      {problem === undefined ? null : (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div class={styles["groups"]}>
        {(Object.keys(scopeGroups) as ReadonlyArray<ScopeGroup>).map((group) => {
          const scopes = scopeGroups[group].filter((scope) => offered.includes(scope))
          return scopes.length === 0 ? null : (
            <div key={group} class={styles["group"]} role="group" aria-label={texts.groups[group]}>
              <strong>{texts.groups[group]}</strong>
              {scopes.map((scope) => (
                <Check
                  key={scope}
                  checked={chosen.includes(scope)}
                  onChecked={(isChosen) => {
                    toggle(scope, isChosen)
                  }}
                  label={
                    <>
                      <code>{scope}</code> <span class="muted">{texts.scopes[scope]}</span>
                    </>
                  }
                />
              ))}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
