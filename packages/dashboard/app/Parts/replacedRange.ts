/** An editor that a script draws, as far as `replacedRange` has to know it. */
export interface DrawnEditor {
  readonly dom: HTMLElement
  readonly selection: { readonly empty: boolean; readonly from: number; readonly to: number }
  /** The position in the document of a place in the page. */
  readonly positionAt: (node: Node, offset: number) => number
}

/**
 * What the browser has selected. Chromium tells it of a shadow root, other browsers of the document
 * only.
 */
const selectionIn = (dom: HTMLElement): Range | undefined => {
  const root = dom.getRootNode() as Node & Partial<Pick<Document, "getSelection">>
  const selection = root.getSelection === undefined ? document.getSelection() : root.getSelection()
  return selection === null || selection.rangeCount === 0 ? undefined : selection.getRangeAt(0)
}

/**
 * What typed text replaces; undefined if it replaces nothing. An editor hears of a selection a
 * moment after it was made, when what replaces it may be here already: then the browser is asked.
 *
 * Editors have to replace it by themselves: where Chromium does, it keeps the looks of what was
 * there by a style in the markup, which the content security policy refuses.
 */
export const replacedRange = ({
  dom,
  positionAt,
  selection
}: DrawnEditor): { readonly from: number; readonly to: number } | undefined => {
  if (!selection.empty) return { from: selection.from, to: selection.to }
  const range = selectionIn(dom)
  if (
    range === undefined ||
    range.collapsed ||
    !dom.contains(range.startContainer) ||
    !dom.contains(range.endContainer)
  )
    return undefined
  const [from, to] = [
    positionAt(range.startContainer, range.startOffset),
    positionAt(range.endContainer, range.endOffset)
  ]
  return from < to ? { from, to } : undefined
}
