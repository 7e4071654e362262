import type { MessageReference } from "@telemark/core"
import { createHash } from "node:crypto"

export interface KeyParts {
  /** What was done, such as `failed`, or the feedback type. */
  readonly action: string
  readonly status: string | undefined
  readonly recipient: string | undefined
  readonly message: MessageReference
}

/**
 * A digest of what makes a report unique, so that the same report counts once however often it
 * comes. 43 characters.
 */
export const reportKey = ({ action, message, recipient, status }: KeyParts): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        action,
        status ?? "",
        recipient?.toLowerCase() ?? "",
        message.email_id ?? message.message_id ?? ""
      ])
    )
    .digest("base64url")
