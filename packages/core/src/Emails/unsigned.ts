import { Effect } from "effect"
import { type DomainStore, makeOperatorsKeys } from "../Domains/index.js"

/** Whose keys sign mail, and whether it leaves at all. */
export interface SigningOptions {
  /** A domain that a tenant here has verified, which signs mail whose sender's own domain isn't verified and not related to it; as `DeliveryOptions.signingDomain`. */
  readonly signingDomain?: string | undefined
  /** Whether mail is kept in the inbox instead of being sent: then nothing is said of its signature. False by default. */
  readonly captures?: boolean | undefined
}

const warning = "The mail leaves without a DKIM signature, since no verified domain signs for its sender; many receivers refuse such mail or take it for spam. " +
  "Add the sender's domain to the sending domains, publish its records and verify it."

/**
 * What to warn of if a sender's own tenant can't sign for it; null where the operator's key does, or nothing leaves. Looking that up takes a
 * statement a minute at most, and none where the operator has no key; where it fails, nothing is said.
 */
export const makeUnsignedWarning = (
  { captures = false, from, signingDomain }: SigningOptions & { readonly from?: string | undefined },
  store: typeof DomainStore.Service
): (sender: string) => Effect.Effect<string | null> => {
  if (captures) return () => Effect.succeed(null)
  const operatorsKeys = makeOperatorsKeys(store, { from, signingDomain })
  return (sender) => operatorsKeys(sender).pipe(
    Effect.map((keys) => keys.length > 0 ? null : warning),
    Effect.orElseSucceed(() => null)
  )
}
