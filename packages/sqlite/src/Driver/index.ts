export type { Opened, Prepared } from "./Driver.js"
export { loadDriver } from "./loadDriver.js"
