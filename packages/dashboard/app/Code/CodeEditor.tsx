import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap
} from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language"
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint"
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search"
import { Annotation, EditorState } from "@codemirror/state"
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers
} from "@codemirror/view"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { replacedRange } from "../Parts/index.js"
import styles from "./code.module.css"
import { type CodeLanguage, completeMergeTags, readerOf } from "./languages.js"
import { theme } from "./theme.js"
import { usePhrases } from "./usePhrases.js"

/** Something to say about a line. */
export interface CodeFinding {
  readonly severity: "error" | "warning"
  /** Counts from 1; without it, it is about the first. */
  readonly line: number | undefined
  readonly reason: string
}

export interface CodeEditorProps {
  /** Names the editor for screen readers. */
  readonly label: string
  readonly language: CodeLanguage
  readonly value: string
  /** Without it, the text can be read only. */
  readonly onValue?: (value: string) => void
  readonly findings?: ReadonlyArray<CodeFinding>
  /** Proposed after two braces. */
  readonly variables?: ReadonlyArray<string>
  /** Goes to a line; another object goes there again. */
  readonly goTo?: { readonly line: number } | undefined
}

const diagnosticsOf = (
  state: EditorState,
  findings: ReadonlyArray<CodeFinding>
): ReadonlyArray<Diagnostic> =>
  findings.map(({ line = 1, reason, severity }) => {
    const { from, to } = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
    return { from, to, severity, message: reason }
  })

const none: ReadonlyArray<never> = []

/** Marks a change that brings the text of the page into the editor, and not the other way. */
const fromPage = Annotation.define<boolean>()

/** Replaces what typed text replaces by itself: see `replacedRange`. */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const text = event.data
    if (event.inputType !== "insertText" || text === null || view.composing) return false
    const range = replacedRange({
      dom: view.contentDOM,
      selection: view.state.selection.main,
      positionAt: (node, offset) => view.posAtDOM(node, offset)
    })
    if (range === undefined) return false
    const { from, to } = range
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: "input.type",
        scrollIntoView: true
      })
    event.preventDefault()
    if (
      !view.state
        .facet(EditorView.inputHandler)
        .some((handle) => handle(view, from, to, text, insert))
    )
      view.dispatch(insert())
    return true
  }
})

/**
 * An editor for code. It lives in a shadow root: there, its styles are sheets that scripts adopt,
 * which the content security policy allows.
 */
const CodeEditor = ({
  findings = none,
  goTo,
  label,
  language,
  onValue,
  value,
  variables = none
}: CodeEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>()
  const latest = useRef({ onValue, variables, value })
  latest.current = { onValue, variables, value }
  const phrases = usePhrases()
  const isReadOnly = onValue === undefined
  useEffect(() => {
    if (host.current === null) return undefined
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" })
    const state = EditorState.create({
      doc: latest.current.value,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        search({ top: true }),
        highlightSelectionMatches(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.lineWrapping,
        replaceSelection,
        readerOf(language),
        autocompletion(),
        EditorState.languageData.of(() => [
          { autocomplete: completeMergeTags(() => latest.current.variables) }
        ]),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab
        ]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorState.readOnly.of(isReadOnly),
        EditorState.phrases.of(phrases),
        theme,
        EditorView.updateListener.of((update) => {
          // Whatever the page shows by now: it may be a key behind, as while somebody undoes.
          if (update.docChanged && !update.transactions.some((one) => one.annotation(fromPage)))
            latest.current.onValue?.(update.state.doc.toString())
        })
      ]
    })
    const editor = new EditorView({ state, parent: root, root })
    view.current = editor
    return () => {
      editor.destroy()
    }
  }, [label, language, isReadOnly, phrases])
  // At once: once more is typed, this would be an older text.
  useLayoutEffect(() => {
    const editor = view.current
    if (editor === undefined || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromPage.of(true)
    })
  }, [value])
  useEffect(() => {
    const editor = view.current
    if (editor !== undefined)
      editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state, findings)))
  }, [findings, label, language, isReadOnly, phrases])
  useEffect(() => {
    const editor = view.current
    if (editor === undefined || goTo === undefined) return
    const { from } = editor.state.doc.line(Math.min(goTo.line, editor.state.doc.lines))
    editor.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: "center" })
    })
    editor.focus()
  }, [goTo])
  return <div class={styles["editor"]} ref={host} />
}

export default CodeEditor
