/** Counts the steps that long work is cut into, between which the event loop may turn. */
export { countSteps } from "./countSteps.js"
