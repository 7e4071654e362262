import type { Block } from "@telemark/client"
import type { DesignerTexts } from "./texts.en.js"

const short = (text: string): string => {
  const line = text
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const contentOf = (block: Block): string => {
  switch (block.type) {
    case "heading":
      return short(block.text)
    case "text":
    case "footer":
      return short(block.html)
    case "button":
      return short(block.label)
    case "image":
      return short(block.alt)
    case "social":
      return short(block.networks.map(({ name }) => name).join(", "))
    case "spacer":
      return `${block.height} px`
    case "columns":
      return String(block.columns.length)
    case "divider":
      return ""
  }
}

/** What screen readers call a block: its kind, and how it begins. */
export const summaryOf = (block: Block, texts: DesignerTexts): string => {
  const content = contentOf(block)
  return content === "" ? texts.kinds[block.type] : `${texts.kinds[block.type]}: ${content}`
}
