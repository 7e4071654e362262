import { parseMailbox } from "@telemark/contract"
import { Effect } from "effect"
import type { Database } from "../../database/Database.js"
import * as Direct from "../../kernel/direct.js"
import { type DomainKey, domainKey, senderOf } from "../domains/Domain.js"
import { makeOperatorsKeys } from "../domains/operatorsKeys.js"
import type { Tenant } from "../../accounts/tenants/Tenant.js"
import type { FoundSenders } from "../domains/senderQueries.js"
import type { AcceptOutcome, PreparedSend } from "./PreparedSend.js"

export interface SenderOptions {
  /** The sender if neither the request nor the tenant names one: `a@b.c` or `Name <a@b.c>`. */
  readonly from?: string | undefined
  /**
   * `verified`: the tenant must have verified the sender's domain. `any` (the default): no other
   * tenant may have.
   */
  readonly senderPolicy?: "any" | "verified" | undefined
}

/** Only the operator chooses default senders; others must belong to the tenant. */
export const senderPolicyFor = (
  address: string,
  tenant: Pick<Tenant, "default_from">,
  { from, senderPolicy = "any" }: SenderOptions
): PreparedSend["sender_policy"] => {
  const operators = tenant.default_from ?? from
  return operators !== undefined && parseMailbox(operators)?.address === address
    ? "trusted"
    : senderPolicy
}

export type SenderRefusal = Extract<AcceptOutcome, { readonly _tag: "SenderRefused" }>["reason"]

type Asked = Pick<PreparedSend, "tenant_id" | "sender" | "sender_policy" | "unsigned_warning">

/** The senders that need a look-up: they may be refused, or their mail may be unsigned. */
export const askedSenders = (sends: ReadonlyArray<Asked>): ReadonlyArray<DomainKey> =>
  sends
    .filter(
      ({ sender_policy, unsigned_warning }) =>
        sender_policy !== "trusted" || unsigned_warning !== null
    )
    .map(senderOf)

/** Undefined if it may be used. */
export const senderRefusal = (
  send: Pick<Asked, "tenant_id" | "sender" | "sender_policy">,
  { owners }: Pick<FoundSenders, "owners">
): SenderRefusal | undefined => {
  const owner =
    send.sender_policy === "trusted" ? send.tenant_id : owners.get(senderOf(send).domain)
  if (owner === send.tenant_id) return undefined
  if (owner !== undefined) return "owned_by_another"
  return send.sender_policy === "verified" ? "not_verified" : undefined
}

/** Whether the tenant has neither a key for this sender nor its own server, which may sign. */
export const isUnsigned = (
  send: Pick<Asked, "tenant_id" | "sender">,
  { ownServers, signed }: Pick<FoundSenders, "ownServers" | "signed">
): boolean => !signed.has(domainKey(senderOf(send))) && !ownServers.has(send.tenant_id)

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
        : Direct.orElseSucceed(
            Direct.map(operatorsKeys(sender), (keys) => (keys.length > 0 ? null : warning)),
            () => null
          )
  )
