import type { RichElement, RichNode } from "./readRich.js"

const blocks = new Set(["blockquote", "h1", "h2", "h3", "hr", "li", "ol", "p", "pre", "ul"])
const synonyms: Readonly<Record<string, string>> = { b: "strong", i: "em" }

const isBlock = (node: RichNode): node is RichElement =>
  typeof node !== "string" && blocks.has(node.name)
const isBlank = (node: RichNode): boolean => typeof node === "string" && /^[ \t\r\n\f]*$/.test(node)

const trimmed = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> => {
  const from = nodes.findIndex((node) => !isBlank(node))
  if (from < 0) return []
  const inner = nodes.slice(from, nodes.findLastIndex((node) => !isBlank(node)) + 1)
  return inner.map((node, at) => {
    if (typeof node !== "string") return node
    const start = at === 0 ? node.replace(/^[ \t\r\n\f]+/, "") : node
    return at === inner.length - 1 ? start.replace(/[ \t\r\n\f]+$/, "") : start
  })
}

const inline = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> =>
  nodes.map((node) =>
    typeof node === "string"
      ? node.replace(/[ \t\r\n\f]+/g, " ")
      : { ...node, name: synonyms[node.name] ?? node.name, children: inline(node.children) }
  )

/** Text outside paragraphs becomes paragraphs of its own. */
const flow = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> => {
  const result: Array<RichNode> = []
  let run: Array<RichNode> = []
  const endRun = (): void => {
    const children = trimmed(inline(run))
    if (children.length > 0) result.push({ name: "p", children })
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    endRun()
    result.push(normalised(node))
  }
  endRun()
  return result
}

const itemOf = (children: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> => {
  const [first, ...rest] = flow(children)
  return first !== undefined &&
    typeof first !== "string" &&
    first.name === "p" &&
    first.style === undefined
    ? [...first.children, ...rest]
    : flow(children)
}

const normalised = (node: RichElement): RichElement => {
  switch (node.name) {
    case "ul":
    case "ol":
      return {
        ...node,
        children: node.children.flatMap((child) =>
          isBlank(child) ? [] : isBlock(child) ? [normalised(child)] : inline([child])
        )
      }
    case "li":
      return { ...node, children: itemOf(node.children) }
    case "blockquote":
      return { ...node, children: flow(node.children) }
    case "pre":
      return node
    default:
      return { ...node, children: trimmed(inline(node.children)) }
  }
}

/**
 * One form for what looks the same: paragraphs around all text, list items without them, no blanks
 * between blocks.
 */
export const normaliseRich = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> =>
  flow(nodes)
