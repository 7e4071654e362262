import { Schema } from "effect"
import { optional, required } from "../../members.js"
import { Block } from "./blocks.js"
import { designLimits } from "./designRules.js"
import { Color, FontFamily, Width } from "./values.js"

/** How a design looks as a whole. */
export const DesignTheme = Schema.Struct({
  backgroundColor: required(Color, "Around the content."),
  contentBackgroundColor: required(Color, "Of the content."),
  linkColor: required(Color, "Of links."),
  fontFamily: required(FontFamily, "As CSS has it."),
  width: required(Width, "Of the content, such as 600px.")
}).annotate({ identifier: "DesignTheme" })
export type DesignTheme = typeof DesignTheme.Type

const { blocks: maxBlocks, size: maxSize } = designLimits

interface BlockLocation {
  readonly path: ReadonlyArray<PropertyKey>
  readonly id: string
}

const locationsOf = (
  blocks: ReadonlyArray<Block>,
  path: ReadonlyArray<PropertyKey>
): ReadonlyArray<BlockLocation> =>
  blocks.flatMap((block, index) => {
    const here = [...path, index]
    const nested =
      block.type === "columns"
        ? block.columns.flatMap((column, at) =>
            locationsOf(column.blocks, [...here, "columns", at, "blocks"])
          )
        : []
    return [{ path: here, id: block.id }, ...nested]
  })

const problemsOf = (design: { readonly blocks: ReadonlyArray<Block> }) => {
  const locations = locationsOf(design.blocks, ["blocks"])
  const seen = new Set<string>()
  const repeated = locations.filter(({ id }) => seen.size === seen.add(id).size)
  return [
    ...(locations.length > maxBlocks
      ? [
          {
            path: ["blocks"],
            issue: `must be at most ${String(maxBlocks)}, those in columns included`
          }
        ]
      : []),
    ...repeated.map(({ path }) => ({ path: [...path, "id"], issue: "must be unique" })),
    ...(JSON.stringify(design).length > maxSize
      ? [{ path: [], issue: `must be at most ${String(maxSize)} characters of JSON` }]
      : [])
  ]
}

/** A mail made of blocks, as editors store it (`design_json`). */
export const Design = Schema.Struct({
  schema_version: Schema.Literal(1),
  theme: optional(DesignTheme, "The look of the whole mail."),
  blocks: required(
    Schema.Array(Block).pipe(
      Schema.check(
        Schema.isMaxLength(maxBlocks, { message: `must be at most ${String(maxBlocks)}` })
      )
    ),
    "From top to bottom, at most 200, those in columns included."
  )
}).pipe(Schema.check(Schema.makeFilter(problemsOf, { identifier: "Design", jsonSchema: {} })))
export type Design = typeof Design.Type
