export { brandOf, type BrandSettings, neutralBrand } from "./Brand.js"
export { Brands, type BrandsService } from "./Brands.js"
export { BrandStore } from "./BrandStore.js"
