export * from "./index.js" // finds: architecture/entry-points
export * from "../topics.js"
