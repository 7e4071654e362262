export { LocalWorkers } from "./LocalWorkers.js"
