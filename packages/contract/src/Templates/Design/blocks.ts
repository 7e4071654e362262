import { Schema } from "effect"
import { optional, required } from "../../members.js"
import { boundedText, StorableText } from "../../Validation/index.js"
import { designLimits } from "./designRules.js"
import { Align, Color, ImageSource, Link, Width } from "./values.js"

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

const Heading = block("heading", {
  text: required(boundedText(designLimits.heading), "The text, with merge tags."),
  level: required(Schema.Literals([1, 2, 3]), "The size: 1 is the largest."),
  align,
  color: color("text")
})

const Text = block("text", {
  html: required(StorableText, "Text with plain formatting, lists and links, with merge tags."),
  align,
  color: color("text")
})

const Button = block("button", {
  label: required(boundedText(designLimits.label), "The label."),
  href: required(Link, "The link's target."),
  align,
  backgroundColor: color("button"),
  color: color("label")
})

const Image = block("image", {
  src: required(ImageSource, "The URL of the image."),
  alt: required(boundedText(designLimits.alt), "The text for when the image isn't shown."),
  align,
  href: optional(Link, "The link's target."),
  width: optional(Width, "Such as 600px.")
})

const Divider = block("divider", { color: color("line") })

const Height = Schema.Number.pipe(
  Schema.check(Schema.isInt()),
  Schema.check(Schema.isBetween({ minimum: 0, maximum: designLimits.spacer }))
)

const Spacer = block("spacer", { height: required(Height, "In pixels.") })

const Network = Schema.Struct({
  name: required(boundedText(designLimits.networkName, 1), "The name of the network."),
  href: required(Link, "The link's target.")
})

const Social = block("social", {
  align,
  networks: required(
    Schema.Array(Network).pipe(Schema.check(Schema.isMaxLength(designLimits.networks))),
    "Profiles elsewhere, at most 20."
  )
})

const Footer = block("footer", {
  html: required(StorableText, "The text of the footer, with merge tags."),
  unsubscribeUrl: optional(Link, "The target of the unsubscribe link.")
})

/** A block that may be inside a column. */
const SimpleBlock = Schema.Union([
  Heading,
  Text,
  Button,
  Image,
  Divider,
  Spacer,
  Social,
  Footer
]).annotate({ identifier: "SimpleBlock" })
export type SimpleBlock = typeof SimpleBlock.Type

const Columns = block("columns", {
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

/** A block of a design. */
export const Block = Schema.Union([
  Heading,
  Text,
  Button,
  Image,
  Divider,
  Spacer,
  Social,
  Footer,
  Columns
]).annotate({ identifier: "Block" })
export type Block = typeof Block.Type
