/** The client for everybody: calls are promises, lists are async iterables. */
export { type ClientOptions, createClient, type TelemarkClient } from "./createClient.js"
