import type { Brand, UpdateBrand } from "@telemark/contract"

/** Those that a tenant has set. */
export type BrandSettings = Partial<Brand>

/** Of a tenant without settings. */
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

export const brandOf = (settings: BrandSettings): Brand => ({ ...neutralBrand, ...settings })

/** Null resets a setting to its default. */
export const changedSettings = (settings: BrandSettings, changes: UpdateBrand): BrandSettings => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    Object.entries({ ...settings, ...Object.fromEntries(given) }).filter(
      ([, value]) => value !== null
    )
  )
}
