import type { SimpleBlock } from "@telemark/contract"
import {
  type Color,
  colorProblem,
  headingSizes,
  type MailPalette,
  parseColor,
  richStyles,
  solid,
  textOn,
  toHex
} from "@telemark/html"
import { imageSourceOf, linkOf } from "./addresses.js"
import { colorClass } from "./head.js"
import { richTextOf } from "./richText.js"
import { attributeOf, contentOf, element, type Report } from "./writeMjml.js"

export interface Surroundings {
  readonly palette: MailPalette
  /** The inner width of the container, in pixels. */
  readonly width: number
  /** Reports a problem with a member of the block. */
  readonly report: (member: string) => Report
  /** Records a text colour that a block sets. */
  readonly onColor: (color: Color) => void
}

type BlockOf<Type extends SimpleBlock["type"]> = Extract<SimpleBlock, { readonly type: Type }>

/** A given colour as it appears on what is behind it, by default the content. */
const colorIn = (
  member: string,
  given: string | undefined,
  { palette, report }: Surroundings,
  behind = palette.content
): Color | undefined => {
  if (given === undefined) return undefined
  const color = parseColor(given)
  if (color === undefined) report(member)(colorProblem)
  return color === undefined ? undefined : solid(color, behind)
}

/** The colour of text, and its class for the dark style sheet. */
const inkOf = (given: string | undefined, surroundings: Surroundings) => {
  const color = colorIn("color", given, surroundings)
  if (color === undefined) return { color: toHex(surroundings.palette.text), name: "tm-text" }
  surroundings.onColor(color)
  return { color: toHex(color), name: colorClass(color) }
}

const heading = (block: BlockOf<"heading">, surroundings: Surroundings): string => {
  const { color, name } = inkOf(block.color, surroundings)
  const [size, line] = headingSizes[block.level]
  const tag = `h${block.level}`
  const style = "margin:0;font-size:inherit;line-height:inherit;font-weight:inherit"
  return element(
    "mj-text",
    {
      align: block.align,
      color,
      "css-class": name,
      "font-size": size,
      "line-height": line,
      "font-weight": "700",
      padding: "12px 12px 4px"
    },
    element(tag, { style }, contentOf(block.text, surroundings.report("text")))
  )
}

const text = (block: BlockOf<"text">, surroundings: Surroundings): string => {
  const { color, name } = inkOf(block.color, surroundings)
  const { palette } = surroundings
  return element(
    "mj-text",
    { align: block.align, color, "css-class": `${name} tm-rich` },
    richTextOf(
      block.html,
      { elements: richStyles(palette), behind: palette.content },
      surroundings.report("html")
    )
  )
}

const button = (block: BlockOf<"button">, surroundings: Surroundings): string => {
  const background =
    colorIn("backgroundColor", block.backgroundColor, surroundings) ?? surroundings.palette.link
  const color = colorIn("color", block.color, surroundings, background) ?? textOn(background)
  return element(
    "mj-button",
    {
      align: block.align,
      "background-color": toHex(background),
      color: toHex(color),
      href: linkOf(block.href, surroundings.report("href"))
    },
    contentOf(block.label, surroundings.report("label"))
  )
}

/** The width of an image. Undefined: full width. MJML accepts neither percentages nor 0. */
const imageWidth = (given: string | undefined, width: number): string | undefined => {
  const number = Number.parseFloat(given ?? "")
  const pixels = Math.round(given?.endsWith("%") === true ? (width * number) / 100 : number)
  return pixels > 0 && pixels < width ? `${pixels}px` : undefined
}

const image = (block: BlockOf<"image">, { report, width }: Surroundings): string => {
  const pixels = imageWidth(block.width, width)
  return element("mj-image", {
    align: block.align,
    "css-class": "tm-image",
    alt: attributeOf(block.alt, report("alt")),
    href: block.href === undefined ? undefined : linkOf(block.href, report("href")),
    // On phones, columns are stacked and wider than before.
    "fluid-on-mobile": pixels === undefined ? "true" : undefined,
    src: imageSourceOf(block.src, report("src")),
    width: pixels
  })
}

const divider = (block: BlockOf<"divider">, surroundings: Surroundings): string => {
  const color = colorIn("color", block.color, surroundings)
  return element("mj-divider", {
    "border-color": toHex(color ?? surroundings.palette.line),
    "css-class": color === undefined ? "tm-line" : undefined
  })
}

const social = (block: BlockOf<"social">, { palette, report }: Surroundings): string => {
  const links = block.networks.map(({ href, name }, index) =>
    element(
      "a",
      {
        href: linkOf(href, report(`networks.${index}.href`)),
        style: `color:${toHex(palette.link)};text-decoration:none;white-space:nowrap`
      },
      contentOf(name, report(`networks.${index}.name`))
    )
  )
  return element(
    "mj-text",
    {
      align: block.align,
      color: toHex(palette.muted),
      "css-class": "tm-text tm-rich",
      "font-size": "14px"
    },
    links.join(" &#160;&#183;&#160; ")
  )
}

const footer = (block: BlockOf<"footer">, { palette, report }: Surroundings): string => {
  const link = `color:${toHex(palette.muted)};text-decoration:underline`
  const elements = { ...richStyles(palette), a: link, p: "margin:0 0 8px" }
  const content = richTextOf(block.html, { elements, behind: palette.content }, report("html"))
  const unsubscribe =
    block.unsubscribeUrl === undefined
      ? ""
      : element(
          "p",
          { style: "margin:8px 0 0" },
          element(
            "a",
            { href: linkOf(block.unsubscribeUrl, report("unsubscribeUrl")), style: link },
            "Unsubscribe"
          )
        )
  return element(
    "mj-text",
    {
      align: "center",
      color: toHex(palette.muted),
      "css-class": "tm-muted tm-rich",
      "font-size": "13px",
      "line-height": "20px"
    },
    content + unsubscribe
  )
}

/** For a column. */
export const blockToMjml = (block: SimpleBlock, surroundings: Surroundings): string => {
  switch (block.type) {
    case "heading":
      return heading(block, surroundings)
    case "text":
      return text(block, surroundings)
    case "button":
      return button(block, surroundings)
    case "image":
      return image(block, surroundings)
    case "divider":
      return divider(block, surroundings)
    case "spacer":
      return element("mj-spacer", { height: `${block.height}px` })
    case "social":
      return social(block, surroundings)
    case "footer":
      return footer(block, surroundings)
  }
}
