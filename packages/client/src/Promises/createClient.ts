import { type ServiceOptions, serviceOf } from "../Calls/index.js"
import { type Client, makeOperations } from "../Operations/index.js"
import { makeRunner } from "./run.js"
import { timers } from "./timers.js"

/** A client of one Telemark server, with one API key. It keeps nothing open, and can be shared by all that call. */
export interface TelemarkClient extends Client {}

/** What a client is made with: `baseUrl` and `apiKey`, and what is to be otherwise than by default. */
export interface ClientOptions extends ServiceOptions {}

/**
 * Makes a client of the service at `baseUrl`, which ends in `/v1`. Its methods reject with a `TelemarkError`. Throws `InvalidOptions`
 * if the options can't be used; nothing is asked of the service yet.
 */
export const createClient = (options: ClientOptions): TelemarkClient => makeOperations(makeRunner(serviceOf(options), timers))
