import { ValidationFailed } from "@telemark/contract"
import { Buffer } from "node:buffer"

/** The error for a body that broke off or was already read by other code. */
export const unread = ValidationFailed.at("body", "did not arrive completely")

/** How long the rest of a refused body is read and discarded, in milliseconds. */
export const drainMillis = 10_000

/** Concatenates chunks. Most bodies arrive in one chunk, which isn't copied. */
export const joined = ([first, ...rest]: ReadonlyArray<Uint8Array>): Uint8Array =>
  first !== undefined && rest.length === 0
    ? first
    : Buffer.concat(first === undefined ? [] : [first, ...rest])
