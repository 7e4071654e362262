export { makeSignals, type SignalPort } from "./makeSignals.js"
