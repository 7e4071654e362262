export * from "./requests.js"
export * from "./responses.js"
