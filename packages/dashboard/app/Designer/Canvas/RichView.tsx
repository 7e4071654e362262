import { type MailPalette, richStyles } from "@telemark/html"
import { type ComponentChild, h } from "preact"
import { useMemo } from "preact/hooks"
import { readRich, type RichNode } from "../RichText/index.js"
import { MergeText } from "./MergeText.js"

/** Headings of a mail are none of the page's. */
const shownAs: Readonly<Record<string, string>> = { h1: "div", h2: "div", h3: "div", a: "span" }

const draw = (
  nodes: ReadonlyArray<RichNode>,
  styles: Readonly<Record<string, string>>
): ReadonlyArray<ComponentChild> =>
  nodes.map((node, at) => {
    if (typeof node === "string") return <MergeText key={at} text={node} />
    const isHeading = /^h[1-3]$/.test(node.name)
    const style = [isHeading ? "font-weight:700" : "", styles[node.name] ?? "", node.style ?? ""]
      .filter((part) => part !== "")
      .join(";")
    const attributes = {
      key: at,
      ...(style === "" ? {} : { style }),
      ...(node.title === undefined ? {} : { title: node.title })
    }
    return node.name === "br" || node.name === "hr"
      ? h(node.name, attributes)
      : h(shownAs[node.name] ?? node.name, attributes, draw(node.children, styles))
  })

interface RichViewProps {
  readonly html: string
  readonly palette: MailPalette
  readonly styles?: Readonly<Record<string, string>>
}

/**
 * Rich text as the mail shows it, made of elements and not of html: what isn't allowed can't
 * appear. Links lead nowhere.
 */
export const RichView = ({ html, palette, styles }: RichViewProps) => {
  const nodes = useMemo(() => readRich(html, palette.content), [html, palette])
  return <div class="dz-mail-rich">{draw(nodes, { ...richStyles(palette), ...styles })}</div>
}
