import { type Brand, splitAddress } from "@telemark/contract"
import {
  type BrandPalette,
  brandPalette,
  darkBrandPalette,
  escapeTemplateText
} from "@telemark/html"

/** A brand prepared for MJML: texts are escaped, colours legible. */
export interface Look {
  readonly name: string
  readonly logo: string | undefined
  readonly fontFamily: string
  readonly website: string | undefined
  readonly supportEmail: { readonly text: string; readonly href: string } | undefined
  readonly postalLines: ReadonlyArray<string>
  readonly light: BrandPalette
  readonly dark: BrandPalette
}

export const singleLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const optional = (text: string | null): string | undefined =>
  text === null || text === "" ? undefined : escapeTemplateText(text)

/** RFC 6068 2: what has a meaning in URLs is encoded. */
const mailto = (address: string): string => {
  const parts = splitAddress(address)
  return `mailto:${parts === undefined ? address : `${encodeURIComponent(parts.local)}@${parts.domain}`}`
}

const supportEmailOf = ({ support_email }: Brand): Look["supportEmail"] =>
  support_email === null || support_email === ""
    ? undefined
    : { text: escapeTemplateText(support_email), href: escapeTemplateText(mailto(support_email)) }

export const lookOf = (brand: Brand): Look => ({
  name: escapeTemplateText(singleLine(brand.name)),
  logo: optional(brand.logo_url),
  fontFamily: escapeTemplateText(brand.font_family),
  website: optional(brand.website_url),
  supportEmail: supportEmailOf(brand),
  postalLines: (brand.postal_address ?? "")
    .split(/[\r\n]+/)
    .map(singleLine)
    .filter((line) => line !== "")
    .map(escapeTemplateText),
  light: brandPalette(brand),
  dark: darkBrandPalette(brand)
})
