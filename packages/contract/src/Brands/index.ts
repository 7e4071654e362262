export * from "./Brand.js"
