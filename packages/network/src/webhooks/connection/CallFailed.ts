import type { WebhookFault } from "@telemark/core"
import { Data } from "effect"

/** The connection couldn't be opened, or was given up. */
export class CallFailed extends Data.TaggedError("CallFailed")<{ readonly reason: WebhookFault }> {}
