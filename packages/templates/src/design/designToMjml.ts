import type { Block, Design, SimpleBlock } from "@telemark/contract"
import type { TemplateProblem } from "@telemark/core"
import {
  type Color,
  fontFamilyOf,
  mailEdge as edge,
  mailPalette,
  toHex,
  widthOf
} from "@telemark/html"
import { blockToMjml, type Surroundings } from "./blocks.js"
import { headOf } from "./head.js"
import { element } from "./writeMjml.js"

/**
 * In characters. A design of 256 KiB exceeds it only if it is nearly all markup: `<p>` becomes ten
 * times as long.
 */
const maxMjml = 1024 * 1024

type ColumnsBlock = Extract<Block, { readonly type: "columns" }>

/** Consecutive simple blocks, or one block of columns. */
type Group =
  | { readonly columns: ColumnsBlock; readonly at: number }
  | { readonly blocks: ReadonlyArray<SimpleBlock>; readonly at: number }

const groupsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Group> => {
  const groups: Array<Group> = []
  let simple: Array<SimpleBlock> = []
  blocks.forEach((block, at) => {
    if (block.type === "columns") {
      simple = []
      groups.push({ columns: block, at })
    } else {
      if (simple.length === 0) groups.push({ blocks: simple, at })
      simple.push(block)
    }
  })
  return groups
}

/**
 * Converts a design to MJML with merge tags. Escapes text and sanitises HTML. Don't compile the
 * MJML if there are problems.
 */
export const designToMjml = (
  design: Design
): { readonly mjml: string; readonly problems: ReadonlyArray<TemplateProblem> } => {
  // By path and reason: a field may have the same problem thousands of times.
  const found = new Map<string, TemplateProblem>()
  const reportAt =
    (path: string) =>
    (member: string) =>
    (reason: string): void => {
      const problem = { path: `design_json.${path}.${member}`, reason }
      found.set(`${problem.path} ${reason}`, problem)
    }
  const palette = mailPalette(design.theme, reportAt("theme"))
  const width = widthOf(design.theme)
  const colors = new Map<string, Color>()
  const columnOf = (
    blocks: ReadonlyArray<SimpleBlock>,
    path: string,
    from: number,
    share: number
  ): string => {
    const written = blocks.map((block, index) => {
      const surroundings: Surroundings = {
        palette,
        width: Math.floor((width - 2 * edge) * share) - 2 * edge,
        report: reportAt(`${path}.${from + index}`),
        onColor: (color) => colors.set(toHex(color), color)
      }
      return blockToMjml(block, surroundings)
    })
    return element("mj-column", {}, written.join("\n"))
  }
  const sections = groupsOf(design.blocks).map((group) => {
    const columns =
      "blocks" in group
        ? [columnOf(group.blocks, "blocks", group.at, 1)]
        : group.columns.columns.map(({ blocks }, index, { length }) =>
            columnOf(blocks, `blocks.${group.at}.columns.${index}.blocks`, 0, 1 / length)
          )
    return element("mj-section", {}, columns.join("\n"))
  })
  const content = element(
    "mj-wrapper",
    { "background-color": toHex(palette.content), "css-class": "tm-content", padding: "24px 0" },
    sections.join("\n")
  )
  const body = element(
    "mj-body",
    { "background-color": toHex(palette.background), "css-class": "tm-body", width: `${width}px` },
    content
  )
  const head = headOf(palette, {
    fonts: fontFamilyOf(design.theme),
    width,
    colors: [...colors.values()]
  })
  const mjml = element("mjml", {}, `${head}\n${body}`)
  const tooLarge = { path: "design_json", reason: "makes more than 1 MiB of MJML; shorten it" }
  return { mjml, problems: [...found.values(), ...(mjml.length > maxMjml ? [tooLarge] : [])] }
}
