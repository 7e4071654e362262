export * from "./errors.js"
export * from "./responses.js"
