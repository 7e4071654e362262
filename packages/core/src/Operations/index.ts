export { type Implementations, makeImplementations } from "./implementations.js"
