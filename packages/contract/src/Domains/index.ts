export * from "./AddDomain.js"
export * from "./errors.js"
export * from "./responses.js"
