export { NewEvents } from "./NewEvents.js"
