export * from "./Effect/index.js"
