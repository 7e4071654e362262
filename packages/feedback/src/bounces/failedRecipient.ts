import { foldAddress } from "@telemark/contract"
import { toXtext } from "@telemark/core"
import { type FieldBlock, valueOf } from "./fieldBlocks.js"
import { reportedAddress } from "./reportedAddress.js"

export interface FailedRecipient {
  /** The address that the message was sent to, as far as the report says. */
  readonly recipient: string | undefined
  /** The address that the reporting server delivers to instead, or the same. */
  readonly final: string | undefined
}

const isSame = (one: string, other: string): boolean => foldAddress(one) === foldAddress(other)

/**
 * Whom the fields of a recipient are about (RFC 3464 2.3). The client encodes the original
 * recipient for SMTP; servers return it so if they don't expect that, as Postfix does with
 * addresses in UTF-8.
 */
export const failedRecipient = (block: FieldBlock): FailedRecipient => {
  const original = reportedAddress(valueOf(block, "original-recipient"))
  const final = reportedAddress(valueOf(block, "final-recipient"))
  if (original !== undefined && final !== undefined && isSame(original, toXtext(final)))
    return { recipient: final, final }
  return {
    recipient: original ?? final ?? reportedAddress(valueOf(block, "x-actual-recipient")),
    final
  }
}

/**
 * Whether the final recipient is a member of an alias that the message was sent to. Postfix and
 * sendmail say so behind its address in the text for the reader: `said` is that paragraph, on one
 * line.
 */
export const isMemberOfAlias = ({ final, recipient }: FailedRecipient, said: string): boolean =>
  recipient !== undefined &&
  final !== undefined &&
  !isSame(recipient, final) &&
  /\(expanded from:? </i.test(said)
