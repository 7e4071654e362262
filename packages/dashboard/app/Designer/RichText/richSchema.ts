import {
  type Attrs,
  DOMParser,
  DOMSerializer,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema
} from "prosemirror-model"
import { fromHex } from "@telemark/html"
import { normaliseRich } from "./normaliseRich.js"
import { readRich, type RichNode } from "./readRich.js"
import { writeRich } from "./writeRich.js"

// Styles are parsed from and written to `data-style`: the content security policy refuses style
// attributes in markup, even where nothing is shown.

const styled = (element: HTMLElement): Attrs => ({ style: element.getAttribute("data-style") })
const styleOf = ({ style }: Attrs): Record<string, string> =>
  typeof style === "string" ? { style } : {}
const attrs = { style: { default: null } }

const block = (name: string, spec: NodeSpec): NodeSpec => ({
  group: "block",
  attrs,
  parseDOM: [{ tag: name, getAttrs: styled }],
  toDOM: (node) => [name, styleOf(node.attrs), 0],
  ...spec
})

const heading = (name: string): NodeSpec => block(name, { content: "inline*", defining: true })

const mark = (name: string, also: ReadonlyArray<string> = []): MarkSpec => ({
  attrs,
  parseDOM: [name, ...also].map((tag) => ({ tag, getAttrs: styled })),
  toDOM: (mark) => [name, styleOf(mark.attrs), 0]
})

/**
 * Every element that the rich text of a mail may have, and nothing else: whatever is pasted or
 * typed becomes one of these.
 */
export const richSchema = new Schema({
  nodes: {
    doc: { content: "block+" },
    p: block("p", { content: "inline*" }),
    h1: heading("h1"),
    h2: heading("h2"),
    h3: heading("h3"),
    blockquote: block("blockquote", { content: "block+", defining: true }),
    ul: block("ul", { content: "li+" }),
    ol: block("ol", { content: "li+" }),
    li: { ...block("li", { content: "p block*", defining: true }), group: "" },
    pre: block("pre", {
      content: "text*",
      code: true,
      defining: true,
      parseDOM: [{ tag: "pre", getAttrs: styled, preserveWhitespace: "full" }]
    }),
    hr: block("hr", { toDOM: (node) => ["hr", styleOf(node.attrs)] }),
    text: { group: "inline" },
    br: {
      group: "inline",
      inline: true,
      selectable: false,
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"]
    }
  },
  marks: {
    a: {
      inclusive: false,
      attrs: { href: { default: null }, title: { default: null }, ...attrs },
      parseDOM: [
        {
          tag: "a",
          getAttrs: (element) => ({
            href: element.getAttribute("href"),
            title: element.getAttribute("title"),
            ...styled(element)
          })
        }
      ],
      toDOM: ({ attrs }) => [
        "a",
        {
          ...(attrs["href"] === null ? {} : { href: String(attrs["href"]) }),
          ...(attrs["title"] === null ? {} : { title: String(attrs["title"]) }),
          ...styleOf(attrs)
        },
        0
      ]
    },
    strong: mark("strong", ["b"]),
    em: mark("em", ["i"]),
    u: mark("u"),
    s: mark("s"),
    small: mark("small"),
    sub: mark("sub"),
    sup: mark("sup"),
    span: { ...mark("span"), excludes: "" },
    code: mark("code")
  }
})

/** What is behind the text while it is edited. */
const white = fromHex("#ffffff")

const toDom = (nodes: ReadonlyArray<RichNode>, into: HTMLElement): HTMLElement => {
  for (const node of nodes) {
    if (typeof node === "string") {
      into.append(node)
      continue
    }
    const element = into.ownerDocument.createElement(node.name)
    for (const [name, value] of [
      ["href", node.href],
      ["title", node.title],
      ["data-style", node.style]
    ] as const)
      if (value !== undefined) element.setAttribute(name, value)
    into.append(toDom(node.children, element))
  }
  return into
}

const fromDom = (parent: ParentNode): ReadonlyArray<RichNode> =>
  [...parent.childNodes].flatMap((node): ReadonlyArray<RichNode> => {
    if (!(node.nodeType === 1)) return [node.textContent ?? ""]
    const element = node as HTMLElement
    const [href, title, style] = [
      element.getAttribute("href"),
      element.getAttribute("title"),
      element.getAttribute("data-style")
    ]
    return [
      {
        name: element.localName,
        ...(href === null ? {} : { href }),
        ...(title === null ? {} : { title }),
        ...(style === null ? {} : { style }),
        children: fromDom(element)
      }
    ]
  })

/** A document that isn't shown: nothing in it runs or loads. */
const inert = document.implementation.createHTMLDocument("")

const parser = DOMParser.fromSchema(richSchema)

const withData = <Result>(render: Result): Result => {
  if (!Array.isArray(render)) return render
  const [name, given, ...rest] = render as ReadonlyArray<unknown>
  const { style, ...others } = (given ?? {}) as Readonly<Record<string, unknown>>
  return [
    name,
    { ...others, ...(style === undefined ? {} : { "data-style": style }) },
    ...rest
  ] as Result
}

const view = DOMSerializer.fromSchema(richSchema)
const serializer = new DOMSerializer(
  Object.fromEntries(
    Object.entries(view.nodes).map(([name, render]) => [
      name,
      (node: Node) => withData(render(node))
    ])
  ),
  Object.fromEntries(
    Object.entries(view.marks).map(([name, render]) => [
      name,
      (one: Parameters<typeof render>[0], isInline: boolean) => withData(render(one, isInline))
    ])
  )
)

export const parseRich = (html: string): Node =>
  parser.parse(toDom(normaliseRich(readRich(html, white)), inert.createElement("div")))

export const serialiseRich = (doc: Node): string => {
  const isEmpty =
    doc.childCount === 1 && doc.firstChild?.type.name === "p" && doc.firstChild.childCount === 0
  if (isEmpty) return ""
  return writeRich(
    normaliseRich(fromDom(serializer.serializeFragment(doc.content, { document: inert })))
  )
}

/** Whether editing keeps everything: merge tags between elements, for example, would move. */
export const canEditRich = (html: string): boolean =>
  serialiseRich(parseRich(html)) === writeRich(normaliseRich(readRich(html, white)))

/** What is pasted, without styles and whatever else mail can't have. */
export const pastedRich = (html: string): string => {
  const plain = (nodes: ReadonlyArray<RichNode>): ReadonlyArray<RichNode> =>
    nodes.flatMap((node) => {
      if (typeof node === "string") return [node]
      const { style: _, ...rest } = node
      const children = plain(node.children)
      return node.name === "a" && node.href === undefined ? children : [{ ...rest, children }]
    })
  return writeRich(plain(readRich(html, white)))
}
