export { type ClientOptions, createClient, type TelemarkClient } from "./createClient.js"
