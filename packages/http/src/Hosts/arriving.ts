import { Buffer } from "node:buffer"
import { ValidationFailed } from "@telemark/contract"

/** How a body is refused that broke off, or that somebody else has read. */
export const unread = ValidationFailed.at("body", "did not arrive whole")

/** For how long the rest of a refused body is read and thrown away, in milliseconds. */
export const drainMillis = 10_000

/** The pieces of a body as one. Most bodies arrive in one piece, which needn't be copied. */
export const joined = ([first, ...rest]: ReadonlyArray<Uint8Array>): Uint8Array =>
  first !== undefined && rest.length === 0 ? first : Buffer.concat(first === undefined ? [] : [first, ...rest])
