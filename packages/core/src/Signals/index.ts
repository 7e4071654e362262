export { makeCoalescing } from "./makeCoalescing.js"
export { makeSignal, type Signal } from "./Signal.js"
