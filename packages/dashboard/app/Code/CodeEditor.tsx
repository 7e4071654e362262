import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap
} from "@codemirror/autocomplete"
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory
} from "@codemirror/commands"
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
import type { FormatRefusal } from "./Format/formatSource.js"
import { spaceChanges } from "./Format/spaceChanges.js"
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

/** What became of formatting: `failed` if the formatter could not be loaded. */
export type FormatOutcome = "formatted" | "unchanged" | "failed" | FormatRefusal

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
  /** Formats HTML or MJML; another object formats it again. */
  readonly format?: object | undefined
  /** With it, Shift+Alt+F formats, too. */
  readonly onFormat?: (outcome: FormatOutcome) => void
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

/** Lays the text out, in one step for undoing. The formatter is loaded when it is first used. */
const format = async (editor: EditorView): Promise<FormatOutcome> => {
  const { formatSource } = await import("./Format/formatSource.js")
  const source = editor.state.doc.toString()
  const formatted = formatSource(source)
  if ("refusal" in formatted) return formatted.refusal
  const changes = spaceChanges(source, formatted.source)
  if (changes.length === 0) return "unchanged"
  editor.dispatch({
    changes,
    userEvent: "format",
    annotations: isolateHistory.of("full"),
    scrollIntoView: true
  })
  editor.focus()
  return "formatted"
}

/**
 * An editor for code. It lives in a shadow root: there, its styles are sheets that scripts adopt,
 * which the content security policy allows.
 */
const CodeEditor = ({
  findings = none,
  format: asked,
  goTo,
  label,
  language,
  onFormat,
  onValue,
  value,
  variables = none
}: CodeEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>()
  const latest = useRef({ onFormat, onValue, variables, value })
  latest.current = { onFormat, onValue, variables, value }
  const phrases = usePhrases()
  const isReadOnly = onValue === undefined
  const formatIn = (editor: EditorView): void => {
    void format(editor).then(
      (outcome) => latest.current.onFormat?.(outcome),
      () => latest.current.onFormat?.("failed")
    )
  }
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
          {
            key: "Shift-Alt-f",
            run: (editor) => {
              if (isReadOnly || latest.current.onFormat === undefined) return false
              formatIn(editor)
              return true
            }
          },
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
  useEffect(() => {
    if (view.current !== undefined && asked !== undefined) formatIn(view.current)
  }, [asked])
  return <div class={styles["editor"]} ref={host} />
}

export default CodeEditor
