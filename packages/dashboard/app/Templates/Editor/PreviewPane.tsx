import { Badge, Choice, Loading, MailFrame, Notice, Problem } from "../../Parts/index.js"
import { useMailWidth, useParameters } from "../../Routing/index.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"
import type { PreviewState } from "./usePreview.js"

interface PreviewPaneProps {
  readonly title: string
  readonly state: PreviewState
  /** Whether the choices of width and colours stand above it. */
  readonly hasChoices?: boolean
}

/** The mail as recipients see it. */
export const PreviewPane = ({ hasChoices = true, state, title }: PreviewPaneProps) => {
  const texts = useTemplateTexts().editor
  const { change, parameters } = useParameters()
  const { choose, width } = useMailWidth()
  const isDark = parameters.get("look") === "dark"
  return (
    <section class={`card ${styles["preview"] ?? ""}`} aria-label={title}>
      <div class={styles["previewHead"]}>
        <h2>{title}</h2>
        {hasChoices ? (
          <div class="row">
            <Choice
              label={texts.width}
              chosen={width}
              options={[
                ["desktop", texts.desktop],
                ["phone", texts.phone]
              ]}
              onChoose={choose}
            />
            <Choice
              label={texts.appearance}
              chosen={isDark ? "dark" : ""}
              options={[
                ["", texts.light],
                ["dark", texts.dark]
              ]}
              onChoose={(look) => {
                change({ look })
              }}
            />
          </div>
        ) : null}
      </div>
      <div class={styles["subject"]}>
        <span class="muted">{texts.subject}</span>
        <strong>{state.preview?.subject === "" ? "–" : state.preview?.subject}</strong>
        {state.isBusy && state.preview !== undefined ? (
          <Badge tone="info">{texts.updating}</Badge>
        ) : null}
      </div>
      {state.error === undefined ? null : <Problem error={state.error} />}
      {state.isOld ? <Notice tone="warn">{texts.lastGood}</Notice> : null}
      {state.html === undefined ? (
        state.isBusy ? (
          <Loading />
        ) : (
          <p class={styles["nothing"]}>{texts.nothing}</p>
        )
      ) : (
        <div class={styles["frame"]}>
          <MailFrame
            title={title}
            html={state.html}
            dark={isDark}
            {...(width === "phone" ? { width: 375 } : {})}
          />
        </div>
      )}
    </section>
  )
}
