import { Effect } from "effect"
import type { Database } from "../../database/Database.js"
import { makeOperatorsKeys } from "../domains/operatorsKeys.js"

export interface SigningOptions {
  /** A domain that some tenant has verified; as `DeliveryOptions.signingDomain`. */
  readonly signingDomain?: string | undefined
  /**
   * Whether mail is kept in the inbox instead of being sent, so that signatures don't matter; false
   * by default.
   */
  readonly captures?: boolean | undefined
}

const warning =
  "The mail is sent without a DKIM signature, since no verified domain signs for its sender; many receivers refuse such mail or treat it as spam. " +
  "Add the sender's domain to the sending domains, publish its records and verify it."

/**
 * The warning if neither a sender's tenant nor the operator can sign; null if the operator's key
 * does, or if mail is captured. Takes at most a statement a minute, and none if the operator has no
 * key; if that fails, there is no warning.
 */
export const makeUnsignedWarning = ({
  captures = false,
  from,
  signingDomain
}: SigningOptions & { readonly from?: string | undefined }): Effect.Effect<
  (sender: string) => Effect.Effect<string | null>,
  never,
  Database
> =>
  Effect.map(
    makeOperatorsKeys({ from, signingDomain }),
    (operatorsKeys) => (sender) =>
      captures
        ? Effect.succeed(null)
        : operatorsKeys(sender).pipe(
            Effect.map((keys) => (keys.length > 0 ? null : warning)),
            Effect.orElseSucceed(() => null)
          )
  )
