export {
  type BrandColors,
  type BrandPalette,
  brandPalette,
  darkBrandPalette
} from "./brandPalette.js"
export { type Color, mix, solid } from "./Color.js"
export { contrast, legibleOn, luminance, readable, textOn } from "./contrast.js"
export { fromHex, toHex } from "./hex.js"
export { parseColor } from "./parseColor.js"
