export { designToMjml } from "./designToMjml.js"
