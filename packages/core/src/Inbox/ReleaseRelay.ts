import { Context } from "effect"
import type { Relay } from "../Delivery/index.js"

/**
 * Port: the operator's relay for captured mail that somebody releases. Undefined by default: there
 * is none.
 */
export class ReleaseRelay extends Context.Reference<ReleaseRelay>()("@telemark/core/ReleaseRelay", {
  defaultValue: (): Relay | undefined => undefined
}) {}
