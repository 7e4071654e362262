import { Schema } from "effect"
import { boundedText, StorableText } from "../../Validation/index.js"
import { Align, Color, ImageSource, Link, Width } from "./values.js"

const block = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ id: boundedText(64, 1), type: Schema.Literal(type), ...fields }).annotations({ identifier: `${type[0]?.toUpperCase() ?? ""}${type.slice(1)}Block` })

const Heading = block("heading", {
  text: boundedText(500),
  level: Schema.Literal(1, 2, 3),
  align: Align,
  color: Schema.optional(Color)
})

const Text = block("text", { html: StorableText, align: Align, color: Schema.optional(Color) })

const Button = block("button", {
  label: boundedText(500),
  href: Link,
  align: Align,
  backgroundColor: Schema.optional(Color),
  color: Schema.optional(Color)
})

const Image = block("image", {
  src: ImageSource,
  alt: boundedText(1000),
  align: Align,
  href: Schema.optional(Link),
  width: Schema.optional(Width)
})

const Divider = block("divider", { color: Schema.optional(Color) })

const Spacer = block("spacer", { height: Schema.Int.pipe(Schema.between(0, 1000)) })

const Social = block("social", {
  align: Align,
  networks: Schema.Array(Schema.Struct({ name: boundedText(64, 1), href: Link })).pipe(Schema.maxItems(20))
})

const Footer = block("footer", { html: StorableText, unsubscribeUrl: Schema.optional(Link) })

/** Every kind of block that may stand in a column. */
const SimpleBlock = Schema.Union(Heading, Text, Button, Image, Divider, Spacer, Social, Footer).annotations({ identifier: "SimpleBlock" })
export type SimpleBlock = typeof SimpleBlock.Type

const Columns = block("columns", {
  columns: Schema.Array(Schema.Struct({ blocks: Schema.Array(SimpleBlock) })).pipe(Schema.minItems(1), Schema.maxItems(4))
})

/** A block of a design. */
export const Block = Schema.Union(Heading, Text, Button, Image, Divider, Spacer, Social, Footer, Columns).annotations({ identifier: "Block" })
export type Block = typeof Block.Type
