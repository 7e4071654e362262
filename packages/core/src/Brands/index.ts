export { type Brand, brandOf, type BrandSettings, neutralBrand, UpdateBrand } from "./Brand.js"
export { Brands, type BrandsService } from "./Brands.js"
export { BrandStore } from "./BrandStore.js"
