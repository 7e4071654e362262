import { unifiedMergeView } from "@codemirror/merge"
import { EditorState } from "@codemirror/state"
import { EditorView, lineNumbers } from "@codemirror/view"
import { useEffect, useRef } from "preact/hooks"
import styles from "./code.module.css"
import { type CodeLanguage, readerOf } from "./languages.js"
import { theme } from "./theme.js"
import { usePhrases } from "./usePhrases.js"

export interface CodeDiffProps {
  readonly label: string
  readonly language: CodeLanguage
  readonly before: string
  readonly after: string
}

/** What changed from one text to the other, line by line, with what stayed folded away. */
const CodeDiff = ({ after, before, label, language }: CodeDiffProps) => {
  const host = useRef<HTMLDivElement>(null)
  const phrases = usePhrases()
  useEffect(() => {
    if (host.current === null) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" })
    const state = EditorState.create({
      doc: after,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        readerOf(language),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorState.phrases.of(phrases),
        theme,
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 3, minSize: 6 },
          diffConfig: { scanLimit: 2_000, timeout: 200 }
        })
      ]
    })
    const view = new EditorView({ state, parent: root, root })
    return () => {
      view.destroy()
    }
  }, [after, before, label, language, phrases])
  return <div class={styles["diff"]} ref={host} />
}

export default CodeDiff
