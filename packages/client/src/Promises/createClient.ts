import { type ServiceOptions, serviceOf } from "../Calls/index.js"
import type { Client } from "../generated/operations.js"
import { makeOperations } from "../Operations/index.js"
import { makeRunner } from "./run.js"
import { timers } from "./timers.js"

/** A client of one Telemark server with one API key. It keeps nothing open and can be shared. */
export interface TelemarkClient extends Client {}

/** Options of a client; `baseUrl` and `apiKey` are required. */
export interface ClientOptions extends ServiceOptions {}

/**
 * Creates a client of the service at `baseUrl`, which ends in `/v1`. Its methods reject with a
 * `TelemarkError`. Throws `InvalidOptions`.
 */
export const createClient = (options: ClientOptions): TelemarkClient =>
  makeOperations(makeRunner(serviceOf(options), timers))
