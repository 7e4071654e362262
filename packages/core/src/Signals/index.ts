export { makeSignal, type Signal } from "./Signal.js"
