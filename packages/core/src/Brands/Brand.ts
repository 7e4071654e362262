import type { Brand } from "@telemark/contract"

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
