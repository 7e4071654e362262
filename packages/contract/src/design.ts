import { Schema } from "effect"
import { designLimits, designRules } from "./designRules.js"
import { named, optional, required } from "./members.js"
import { fontFamilyProblem } from "./textRules.js"
import { boundedText, StorableText, wordedRule } from "./validation/text.js"

const checked = (isValid: (value: string) => boolean, max: number, takes: string) =>
  boundedText(max).pipe(
    Schema.check(wordedRule((value) => (isValid(value) ? undefined : `must be ${takes}`)))
  )

const Color = checked(designRules.isColor, designLimits.color, "a colour of CSS, such as #1a2b3c")

const FontFamily = boundedText(designLimits.fontFamily).pipe(
  Schema.check(wordedRule(fontFamilyProblem))
)

const Width = checked(designRules.isWidth, designLimits.width, "a width such as 600px")

const Align = Schema.Literals(["left", "center", "right"])

const Link = checked(
  designRules.isLink,
  designLimits.address,
  "a link: http, https, mailto, tel or a merge tag"
)

const ImageSource = checked(
  designRules.isImageSource,
  designLimits.address,
  "an http or https URL or a merge tag"
)

const id = "The block's id, unique in the design, at most 64 characters."
const align = required(Align, "The alignment in its line.")
const color = (what: string) => optional(Color, `Of the ${what}: a colour of CSS.`)

const block = <const Type extends string, Fields extends Schema.Struct.Fields>(
  type: Type,
  fields: Fields
) =>
  Schema.Struct({
    id: required(boundedText(designLimits.id, 1), id),
    type: Schema.Literal(type),
    ...fields
  }).annotate({ identifier: `${type[0]?.toUpperCase() ?? ""}${type.slice(1)}Block` })

export const HeadingBlock = block("heading", {
  text: required(boundedText(designLimits.heading), "The text, with merge tags."),
  level: required(Schema.Literals([1, 2, 3]), "The size: 1 is the largest."),
  align,
  color: color("text")
})
export type HeadingBlock = typeof HeadingBlock.Type

export const TextBlock = block("text", {
  html: required(StorableText, "Text with plain formatting, lists and links, with merge tags."),
  align,
  color: color("text")
})
export type TextBlock = typeof TextBlock.Type

export const ButtonBlock = block("button", {
  label: required(boundedText(designLimits.label), "The label."),
  href: required(Link, "The link's target."),
  align,
  backgroundColor: color("button"),
  color: color("label")
})
export type ButtonBlock = typeof ButtonBlock.Type

export const ImageBlock = block("image", {
  src: required(ImageSource, "The URL of the image."),
  alt: required(boundedText(designLimits.alt), "The text for when the image isn't shown."),
  align,
  href: optional(Link, "The link's target."),
  width: optional(Width, "Such as 600px.")
})
export type ImageBlock = typeof ImageBlock.Type

export const DividerBlock = block("divider", { color: color("line") })
export type DividerBlock = typeof DividerBlock.Type

const Height = Schema.Number.pipe(
  Schema.check(Schema.isInt()),
  Schema.check(Schema.isBetween({ minimum: 0, maximum: designLimits.spacer }))
)

export const SpacerBlock = block("spacer", { height: required(Height, "In pixels.") })
export type SpacerBlock = typeof SpacerBlock.Type

const Network = Schema.Struct({
  name: required(boundedText(designLimits.networkName, 1), "The name of the network."),
  href: required(Link, "The link's target.")
})

export const SocialBlock = block("social", {
  align,
  networks: required(
    Schema.Array(Network).pipe(Schema.check(Schema.isMaxLength(designLimits.networks))),
    "Profiles elsewhere, at most 20."
  )
})
export type SocialBlock = typeof SocialBlock.Type

export const FooterBlock = block("footer", {
  html: required(StorableText, "The text of the footer, with merge tags."),
  unsubscribeUrl: optional(Link, "The target of the unsubscribe link.")
})
export type FooterBlock = typeof FooterBlock.Type

export const SimpleBlock = Schema.Union([
  HeadingBlock,
  TextBlock,
  ButtonBlock,
  ImageBlock,
  DividerBlock,
  SpacerBlock,
  SocialBlock,
  FooterBlock
]).annotate({ identifier: "SimpleBlock" })
export type SimpleBlock = typeof SimpleBlock.Type

export const ColumnsBlock = block("columns", {
  columns: required(
    Schema.Array(
      Schema.Struct({ blocks: required(Schema.Array(SimpleBlock), "From top to bottom.") })
    ).pipe(
      Schema.check(Schema.isMinLength(1)),
      Schema.check(Schema.isMaxLength(designLimits.columns))
    ),
    "One to four, from left to right."
  )
})
export type ColumnsBlock = typeof ColumnsBlock.Type

export const Block = Schema.Union([
  HeadingBlock,
  TextBlock,
  ButtonBlock,
  ImageBlock,
  DividerBlock,
  SpacerBlock,
  SocialBlock,
  FooterBlock,
  ColumnsBlock
]).annotate({ identifier: "Block" })
export type Block = typeof Block.Type

export const DesignTheme = named("DesignTheme", {
  backgroundColor: required(Color, "Around the content."),
  contentBackgroundColor: required(Color, "Of the content."),
  linkColor: required(Color, "Of links."),
  fontFamily: required(FontFamily, "As CSS has it."),
  width: required(Width, "Of the content, such as 600px.")
})
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

/** `design_json`, as editors store it. */
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
