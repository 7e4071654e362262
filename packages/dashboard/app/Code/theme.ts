import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { type Extension, Prec } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

/** The tokens reach into the shadow root and follow the appearance: one theme is light and dark. */
const colours = EditorView.theme({
  "&": {
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    fontSize: "13px",
    height: "100%"
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "light-dark(#cfe0ff, #2b4687)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 60%, transparent)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--muted)",
    borderRight: "1px solid var(--line)"
  },
  ".cm-activeLineGutter": { backgroundColor: "var(--hover)", color: "var(--text)" },
  ".cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--line-strong)"
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)"
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-ground)",
    color: "var(--on-accent)"
  },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px"
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px"
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-changedLine, .cm-insertedLine": { backgroundColor: "var(--good-soft)" },
  ".cm-changedText": { background: "color-mix(in srgb, var(--good) 25%, transparent)" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-soft)" },
  ".cm-deletedChunk .cm-deletedText": {
    background: "color-mix(in srgb, var(--bad) 25%, transparent)"
  },
  ".cm-collapsedLines": { color: "var(--muted)", background: "var(--sunken)" },
  // Not every font has the sign that would stand here.
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: '"…"' }
})

const highlight = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: "var(--accent)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--info)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null, tags.color], color: "var(--warn)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--muted)" },
  { tag: [tags.angleBracket, tags.bracket, tags.punctuation], color: "var(--muted)" }
])

export const theme: Extension = [Prec.high(colours), syntaxHighlighting(highlight)]
