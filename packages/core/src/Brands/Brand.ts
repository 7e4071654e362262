import { Schema } from "effect"
import { Address } from "../Addresses/index.js"
import { controlProblem, fontFamilyProblem, parseUrl, StorableText } from "../Validation/index.js"

/** It is written into templates, where it would be filled in by the data of a send. */
const withoutMergeTags = (text: string): string | undefined => text.includes("{{") ? "must not contain merge tags" : undefined

const upTo = (length: number) =>
  StorableText.pipe(
    Schema.maxLength(length, { message: () => `must be at most ${String(length)} characters` }),
    Schema.filter(withoutMergeTags, { jsonSchema: {} })
  )

const Color = Schema.String.pipe(
  Schema.pattern(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { message: () => "must be a colour such as #1a2b3c" })
)

const isHttps = (text: string): boolean => {
  const isPlain = /^https:\/\/[^\s"'<>\\]+$/i.test(text)
  return isPlain && parseUrl(text)?.username === ""
}

const HttpsUrl = upTo(2048).pipe(
  Schema.filter((text) => (isHttps(text) ? undefined : "must be an https URL"), { jsonSchema: { format: "uri" } })
)

const FontFamily = upTo(200).pipe(Schema.filter(fontFamilyProblem, { jsonSchema: {} }))

const orDefault = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** The body of PUT /brand: what is left out stays as it is, null goes back to its default. */
export const UpdateBrand = Schema.Struct({
  name: orDefault(upTo(255).pipe(
    Schema.minLength(1, { message: () => "must not be empty" }),
    Schema.filter(controlProblem, { jsonSchema: {} })
  )),
  logo_url: orDefault(HttpsUrl),
  primary_color: orDefault(Color),
  background_color: orDefault(Color),
  text_color: orDefault(Color),
  font_family: orDefault(FontFamily),
  website_url: orDefault(HttpsUrl),
  support_email: orDefault(Address.pipe(Schema.filter(withoutMergeTags, { jsonSchema: {} }))),
  postal_address: orDefault(upTo(500))
}).annotations({ identifier: "UpdateBrand" })
export type UpdateBrand = typeof UpdateBrand.Type

/** How a tenant's mail looks, and what its footer says. Colours are `#rgb` or `#rrggbb`, URLs https. */
export interface Brand {
  readonly name: string
  readonly logo_url: string | null
  /** Of buttons and links. */
  readonly primary_color: string
  /** Around the content. */
  readonly background_color: string
  readonly text_color: string
  readonly font_family: string
  readonly website_url: string | null
  readonly support_email: string | null
  readonly postal_address: string | null
}

/** What a tenant has set of its brand. */
export type BrandSettings = Partial<Brand>

/** The brand of a tenant that has set nothing. */
export const neutralBrand: Brand = {
  name: "Your company",
  logo_url: null,
  primary_color: "#1f4fd8",
  background_color: "#f4f5f7",
  text_color: "#1c2430",
  font_family: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  website_url: null,
  support_email: null,
  postal_address: null
}

/** What a tenant has set, over what is neutral. */
export const brandOf = (settings: BrandSettings): Brand => ({ ...neutralBrand, ...settings })
