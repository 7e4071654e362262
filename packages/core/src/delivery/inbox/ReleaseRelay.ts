import { Context } from "effect"
import type { Relay } from "../message/Transport.js"

/**
 * Port: the operator's relay for captured mail that somebody releases. Undefined by default: there
 * is none.
 */
export const ReleaseRelay = Context.Reference("@telemark/core/ReleaseRelay", {
  defaultValue: (): Relay | undefined => undefined
})
