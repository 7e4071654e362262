import type { Brand, UpdateBrand } from "@telemark/contract"

/** The brand settings that a tenant has set. */
export type BrandSettings = Partial<Brand>

/** The brand of a tenant without settings. */
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

/** The tenant's settings, with defaults from `neutralBrand`. */
export const brandOf = (settings: BrandSettings): Brand => ({ ...neutralBrand, ...settings })

/** The settings after a change: null resets one to its default. */
export const changedSettings = (settings: BrandSettings, changes: UpdateBrand): BrandSettings => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    Object.entries({ ...settings, ...Object.fromEntries(given) }).filter(
      ([, value]) => value !== null
    )
  )
}
