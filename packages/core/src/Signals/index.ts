export { awaitDone, awaitOpen } from "./awaiting.js"
export { makeCoalescing } from "./makeCoalescing.js"
export { makeSignal, type Signal } from "./Signal.js"
export { wakeable, type WhenWoken } from "./wakeable.js"
