import { CodeEditor } from "../../Code/index.js"
import { Check } from "../../Parts/index.js"
import type { Content } from "../draft.js"
import type { Finding } from "../findings.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface TextPanelProps {
  readonly content: Content
  readonly language: string
  readonly findings: ReadonlyArray<Finding>
  readonly variables: ReadonlyArray<string>
  readonly goTo: { readonly line: number } | undefined
  /** The text as it is rendered now. */
  readonly rendered: string | undefined
  readonly onContent?: (content: Content) => void
}

/** The mail for programs that show text. */
export const TextPanel = ({
  content,
  findings,
  goTo,
  language,
  onContent,
  rendered,
  variables
}: TextPanelProps) => {
  const { editor: texts } = useTemplateTexts()
  return (
    <div class={styles["panel"]}>
      <Check
        label={
          <>
            {texts.ownText} <span class="muted">{texts.ownTextHint}</span>
          </>
        }
        checked={content.text !== null}
        disabled={onContent === undefined}
        onChecked={(isOwn) => {
          onContent?.({ ...content, text: isOwn ? (rendered ?? "") : null })
        }}
      />
      {content.text === null ? (
        <pre class="code" tabIndex={0} role="region" aria-label={texts.generatedText}>
          {rendered}
        </pre>
      ) : (
        <>
          <div class={styles["code"]}>
            <CodeEditor
              key={language}
              label={texts.textLabel}
              language="text"
              value={content.text}
              variables={variables}
              goTo={goTo}
              findings={findings.filter(({ part }) => part === "text_body")}
              {...(onContent === undefined
                ? {}
                : {
                    onValue: (text: string) => {
                      onContent({ ...content, text })
                    }
                  })}
            />
          </div>
          <p class="field-hint">{texts.keyboard}</p>
        </>
      )}
    </div>
  )
}
