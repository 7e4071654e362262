export * from "./Suppression.js"
