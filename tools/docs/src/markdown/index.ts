export * from "./parse.js"
export * from "./slug.js"
