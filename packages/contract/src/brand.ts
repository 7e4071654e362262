import { Schema } from "effect"
import { Address } from "./address.js"
import { named, optional, orNull, text } from "./members.js"
import { controlProblem, fontFamilyProblem, parseUrl } from "./textRules.js"
import { StorableText, wordedRule } from "./validation/text.js"

/** In a template, a merge tag would be filled from the data of a send. */
const withoutMergeTags = (text: string): string | undefined =>
  text.includes("{{") ? "must not contain merge tags" : undefined

const upTo = (length: number) =>
  StorableText.pipe(
    Schema.check(
      Schema.isMaxLength(length, { message: `must be at most ${String(length)} characters` })
    ),
    Schema.check(wordedRule(withoutMergeTags))
  )

const Color = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, {
      message: "must be a colour such as #1a2b3c"
    })
  )
)

const isHttps = (text: string): boolean => {
  const isPlain = /^https:\/\/[^\s"'<>\\]+$/i.test(text)
  return isPlain && parseUrl(text)?.username === ""
}

const HttpsUrl = upTo(2048).pipe(
  Schema.check(
    Schema.makeFilter((text) => (isHttps(text) ? undefined : "must be an https URL"), {
      jsonSchema: { format: "uri" }
    })
  )
)

const FontFamily = upTo(200).pipe(Schema.check(wordedRule(fontFamilyProblem)))

/** Null resets to the default. */
const setting = <A, I>(schema: Schema.Codec<A, I>, description: string) =>
  optional(Schema.NullOr(schema), description)

const described = {
  name: "The name of the sender.",
  logo_url: "The https URL of the logo.",
  primary_color: "The colour of buttons and links.",
  background_color: "The colour around the content.",
  text_color: "The colour of the text.",
  font_family: "The font, as in CSS.",
  website_url: "The https URL that the logo links to.",
  support_email: "The email address for questions.",
  postal_address: "The postal address in the footer."
}

/** A member that is left out stays as it is; null resets it to its default. */
export const UpdateBrand = named("UpdateBrand", {
  name: setting(
    upTo(255).pipe(
      Schema.check(Schema.isMinLength(1, { message: "must not be empty" })),
      Schema.check(wordedRule(controlProblem))
    ),
    described.name
  ),
  logo_url: setting(HttpsUrl, described.logo_url),
  primary_color: setting(Color, described.primary_color),
  background_color: setting(Color, described.background_color),
  text_color: setting(Color, described.text_color),
  font_family: setting(FontFamily, described.font_family),
  website_url: setting(HttpsUrl, described.website_url),
  support_email: setting(
    Address.pipe(Schema.check(wordedRule(withoutMergeTags))),
    described.support_email
  ),
  postal_address: setting(upTo(500), described.postal_address)
})
export type UpdateBrand = typeof UpdateBrand.Type

/** How a tenant's mail looks, and what its footer says. */
export const Brand = named("Brand", {
  name: text(described.name),
  logo_url: orNull(text(described.logo_url)),
  primary_color: text(described.primary_color),
  background_color: text(described.background_color),
  text_color: text(described.text_color),
  font_family: text(described.font_family),
  website_url: orNull(text(described.website_url)),
  support_email: orNull(text(described.support_email)),
  postal_address: orNull(text(described.postal_address))
})
export type Brand = typeof Brand.Type
