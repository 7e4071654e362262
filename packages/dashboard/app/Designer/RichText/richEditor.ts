import { baseKeymap, chainCommands, exitCode, toggleMark } from "prosemirror-commands"
import { keymap } from "prosemirror-keymap"
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list"
import { type Command, EditorState } from "prosemirror-state"
import { EditorView } from "prosemirror-view"
import { replacedRange } from "../../Parts/index.js"
import { parseRich, pastedRich, richSchema, serialiseRich } from "./richSchema.js"

export type Format = "strong" | "em" | "u" | "s" | "ul" | "ol" | "a"

export interface RichEditor {
  readonly setHtml: (html: string) => void
  readonly toggle: (format: Exclude<Format, "a">) => void
  /** The address of the link at the cursor; undefined if there is none. */
  readonly linkAt: () => string | undefined
  /** Links what is selected, or the address itself if nothing is; an empty address unlinks. */
  readonly link: (href: string) => void
  readonly insert: (text: string) => void
  readonly focus: () => void
  readonly close: () => void
}

interface RichEditorOptions {
  readonly html: string
  readonly label: string
  readonly onChange: (html: string) => void
  /** Called with the formats at the cursor. */
  readonly onFormats: (formats: ReadonlySet<Format>) => void
}

const { marks, nodes } = richSchema

const formatsAt = (state: EditorState): ReadonlySet<Format> => {
  const { $from, empty, from, to } = state.selection
  const active = (["strong", "em", "u", "s", "a"] as const).filter((name) => {
    const type = marks[name]
    return empty
      ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type)
  })
  const list = Array.from(
    { length: $from.depth },
    (_, at) => $from.node($from.depth - at).type.name
  ).find((name) => name === "ul" || name === "ol")
  return new Set<Format>([...active, ...(list === undefined ? [] : [list as Format])])
}

const toggleList =
  (name: "ul" | "ol"): Command =>
  (state, dispatch) =>
    formatsAt(state).has(name)
      ? liftListItem(nodes.li)(state, dispatch)
      : wrapInList(nodes[name])(state, dispatch)

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.br.create()).scrollIntoView())
  return true
}

const keys = keymap({
  "Mod-b": toggleMark(marks.strong),
  "Mod-i": toggleMark(marks.em),
  "Mod-u": toggleMark(marks.u),
  "Mod-[": liftListItem(nodes.li),
  "Mod-]": sinkListItem(nodes.li),
  "Shift-Enter": chainCommands(exitCode, breakLine),
  Enter: splitListItem(nodes.li)
})

const stateOf = (html: string): EditorState =>
  EditorState.create({ doc: parseRich(html), plugins: [keys, keymap(baseKeymap)] })

/** Replaces what typed text replaces by itself: see `replacedRange`. */
const replaceSelection = (view: EditorView, event: InputEvent): boolean => {
  if (event.inputType !== "insertText" || event.data === null || view.composing) return false
  const { selection, tr } = view.state
  const range = replacedRange({
    dom: view.dom,
    selection,
    positionAt: (node, offset) => view.posAtDOM(node, offset)
  })
  if (range === undefined) return false
  event.preventDefault()
  view.dispatch(
    (selection.empty
      ? tr.insertText(event.data, range.from, range.to)
      : tr.insertText(event.data)
    ).scrollIntoView()
  )
  return true
}

/** An editor of rich text. Undoing is left to who owns the html, and Tab to moving the focus. */
export const openRichEditor = (
  place: HTMLElement,
  { html, label, onChange, onFormats }: RichEditorOptions
): RichEditor => {
  let written = html
  const view: EditorView = new EditorView(place, {
    state: stateOf(html),
    attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label },
    transformPastedHTML: pastedRich,
    handleDOMEvents: { beforeinput: replaceSelection },
    dispatchTransaction: (transaction) => {
      view.updateState(view.state.apply(transaction))
      onFormats(formatsAt(view.state))
      if (!transaction.docChanged) return
      written = serialiseRich(view.state.doc)
      onChange(written)
    }
  })
  const run = (command: Command): void => {
    command(view.state, view.dispatch)
    view.focus()
  }
  const linkAt = (): string | undefined => {
    const { $from, empty, from, to } = view.state.selection
    let href: unknown = empty ? marks.a.isInSet($from.marks())?.attrs["href"] : undefined
    if (!empty)
      view.state.doc.nodesBetween(from, to, (node) => {
        href ??= marks.a.isInSet(node.marks)?.attrs["href"]
      })
    return typeof href === "string" ? href : undefined
  }
  const link = (href: string): void => {
    const { doc, selection, tr } = view.state
    let { from, to } = selection
    if (selection.empty) {
      // The whole link that the cursor is in.
      const start = selection.$from.start()
      selection.$from.parent.forEach((node, offset) => {
        const [begin, end] = [start + offset, start + offset + node.nodeSize]
        if (
          begin <= selection.from &&
          selection.from <= end &&
          marks.a.isInSet(node.marks) !== undefined
        )
          [from, to] = [begin, end]
      })
    }
    if (from === to && href !== "") {
      tr.insertText(href, from)
      to = from + href.length
    }
    const isIn = to <= Math.max(doc.content.size, tr.doc.content.size)
    if (isIn) tr.removeMark(from, to, marks.a)
    if (isIn && href !== "") tr.addMark(from, to, marks.a.create({ href }))
    view.dispatch(tr)
    view.focus()
  }
  return {
    setHtml: (next) => {
      if (next === written) return
      written = next
      view.updateState(stateOf(next))
    },
    toggle: (format) => {
      run(format === "ul" || format === "ol" ? toggleList(format) : toggleMark(marks[format]))
    },
    linkAt,
    link,
    insert: (text) => {
      view.dispatch(view.state.tr.insertText(text).scrollIntoView())
      view.focus()
    },
    focus: () => {
      view.focus()
    },
    close: () => {
      view.destroy()
    }
  }
}
