export { makeWakeUp } from "./makeWakeUp.js"
