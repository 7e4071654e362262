export { makeStream } from "./stream.js"
export { timers } from "./timers.js"
export { type ClientOptions, createClient, type TelemarkClient } from "./createClient.js"
