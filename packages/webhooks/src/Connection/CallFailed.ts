import type { WebhookFault } from "@telemark/core"
import { Data } from "effect"

/** No connection came about, or it was given up. */
export class CallFailed extends Data.TaggedError("CallFailed")<{ readonly reason: WebhookFault }> {}
