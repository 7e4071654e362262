import { useState } from "preact/hooks"
import { CodeEditor, type FormatOutcome } from "../../Code/index.js"
import { Button, Confirm, Notice, TextField, useToast } from "../../Parts/index.js"
import { type Content } from "../draft.js"
import type { Finding } from "../findings.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import { DesignPanel } from "./DesignPanel.js"
import styles from "./editor.module.css"

interface ContentPanelProps {
  readonly content: Content
  /** The default's, if this is another language. */
  readonly own: Content | undefined
  readonly language: string
  readonly findings: ReadonlyArray<Finding>
  readonly variables: ReadonlyArray<string>
  readonly goTo: { readonly line: number } | undefined
  /** Where in the design a save was refused. */
  readonly refused?: { readonly path: string } | undefined
  /** The MJML that a design became. */
  readonly mjml: string | undefined
  /** Without it, everything can be read only. */
  readonly onContent?: (content: Content) => void
}

/** Subject and source in one language. */
export const ContentPanel = ({
  content,
  findings,
  goTo,
  language,
  mjml,
  onContent,
  own,
  refused,
  variables
}: ContentPanelProps) => {
  const { editor: texts, kinds } = useTemplateTexts()
  const toast = useToast()
  const [isContinuing, setContinuing] = useState(false)
  const [format, setFormat] = useState<object>()
  const [unformatted, setUnformatted] = useState<{
    readonly source: string
    readonly reason: string
  }>()
  const change = (changes: Partial<Content>): void => {
    onContent?.({ ...content, ...changes })
  }
  const subjectProblem = findings
    .filter(({ part, severity }) => part === "subject_template" && severity === "error")
    .map(({ reason }) => reason)
    .join(". ")
  const part = content.kind === "mjml" ? "mjml_source" : "html"
  const label = content.kind === null ? "" : texts.sourceOf(kinds[content.kind], language)
  const write =
    onContent === undefined
      ? {}
      : {
          onValue: (source: string) => {
            change({ source })
          },
          onFormat: (outcome: FormatOutcome) => {
            if (outcome === "formatted" || outcome === "unchanged") toast(texts.formatted[outcome])
            else setUnformatted({ source: content.source, reason: texts.unformatted[outcome] })
          }
        }
  return (
    <div class={styles["panel"]}>
      <TextField
        label={texts.subject}
        value={content.subject ?? ""}
        disabled={onContent === undefined}
        spellcheck
        autoComplete="off"
        onValue={(subject) => {
          change({ subject: subject === "" && own !== undefined ? null : subject })
        }}
        problem={subjectProblem === "" ? undefined : subjectProblem}
        {...(own === undefined ? {} : { hint: texts.subjectDefault(own.subject ?? "") })}
      />
      {content.kind === null ? (
        <div class="empty">
          <p>{texts.usesDefault}</p>
          {own === undefined || onContent === undefined ? null : (
            <Button
              onClick={() => {
                change({ kind: own.kind, source: own.source, design: own.design })
              }}
            >
              {texts.writeOwn}
            </Button>
          )}
        </div>
      ) : content.kind === "design" ? (
        onContent === undefined ? (
          <div class={styles["code"]}>
            <CodeEditor
              label={label}
              language="json"
              value={JSON.stringify(content.design, null, 2)}
            />
          </div>
        ) : (
          <DesignPanel
            key={language}
            design={content.design}
            variables={variables}
            refused={refused}
            onDesign={(design) => {
              change({ design })
            }}
          />
        )
      ) : (
        <div class={styles["code"]}>
          <CodeEditor
            key={language}
            label={label}
            language={content.kind}
            value={content.source}
            variables={variables}
            goTo={goTo}
            format={format}
            findings={findings.filter((finding) => finding.part === part)}
            {...write}
          />
        </div>
      )}
      {unformatted?.source === content.source && content.kind !== "design" ? (
        <Notice tone="warn">{unformatted.reason}</Notice>
      ) : null}
      {content.kind === null || onContent === undefined ? null : (
        <div class="spread">
          {content.kind === "design" ? <span /> : <p class="field-hint">{texts.keyboard}</p>}
          <div class="row">
            {content.kind === "design" ? null : (
              <Button
                small
                title={texts.formatKeys}
                onClick={() => {
                  setFormat({})
                }}
              >
                {texts.format}
              </Button>
            )}
            {content.kind === "design" && mjml !== undefined && mjml !== "" ? (
              <Button
                small
                onClick={() => {
                  setContinuing(true)
                }}
              >
                {texts.continueAsMjml}
              </Button>
            ) : null}
            {own === undefined ? null : (
              <Button
                small
                look="quiet"
                onClick={() => {
                  change({ kind: null, source: "", design: null })
                }}
              >
                {texts.useDefault}
              </Button>
            )}
          </div>
        </div>
      )}
      {isContinuing ? (
        <Confirm
          title={texts.continueAsMjml}
          action={texts.continueAsMjml}
          onClose={() => {
            setContinuing(false)
          }}
          onConfirm={() => {
            change({ kind: "mjml", source: mjml ?? "", design: null })
            return Promise.resolve()
          }}
        >
          <p>{texts.continueAsMjmlText}</p>
        </Confirm>
      ) : null}
    </div>
  )
}
