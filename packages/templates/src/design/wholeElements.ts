import type { MergeTag } from "@telemark/html"

/**
 * Whether markup stays well-formed if a block such as `{{#if}}` is omitted: each block contains
 * whole elements or lies within one attribute value.
 */
export const hasWholeElements = (
  markup: string,
  tagsIn: (text: string) => ReadonlyArray<MergeTag>
): boolean => {
  const open: Array<"element" | "block"> = []
  const takesTag = ({ kind }: MergeTag): boolean => {
    if (kind === "open") open.push("block")
    if (kind === "close") return open.pop() === "block"
    return kind !== "else" || open.at(-1) === "block"
  }
  const takes = (part: string): boolean => {
    if (!part.startsWith("<")) return tagsIn(part).every(takesTag)
    if (part.startsWith("</")) return open.pop() === "element"
    if (!part.endsWith("/>")) open.push("element")
    return part
      .slice(1)
      .split('"')
      .every((value) => hasWholeElements(value, tagsIn))
  }
  return markup.split(/(<[^<>]*>)/).every(takes) && open.length === 0
}
