import type { Brand } from "@telemark/core"
import { type BrandPalette, brandPalette, darkBrandPalette } from "@telemark/html"
import { escapeText } from "../../Markup/index.js"

/** A brand prepared for MJML: texts are escaped, colours legible. */
export interface Look {
  readonly name: string
  readonly logo: string | undefined
  readonly fontFamily: string
  readonly website: string | undefined
  readonly supportEmail: string | undefined
  readonly postalLines: ReadonlyArray<string>
  readonly light: BrandPalette
  readonly dark: BrandPalette
}

export const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const optional = (text: string | null): string | undefined =>
  text === null || text === "" ? undefined : escapeText(text)

export const lookOf = (brand: Brand): Look => ({
  name: escapeText(singleLine(brand.name)),
  logo: optional(brand.logo_url),
  fontFamily: escapeText(brand.font_family),
  website: optional(brand.website_url),
  supportEmail: optional(brand.support_email),
  postalLines: (brand.postal_address ?? "")
    .split(/[\r\n]+/)
    .map(singleLine)
    .filter((line) => line !== "")
    .map(escapeText),
  light: brandPalette(brand),
  dark: darkBrandPalette(brand)
})
