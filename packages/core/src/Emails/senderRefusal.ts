import { type DomainKey, domainKey, senderOf } from "../Domains/index.js"
import type { AcceptOutcome, PreparedSend } from "./EmailStore.js"

/** What is stored about the domains that tenants send from. */
export interface FoundSenders {
  /** The tenants that own these domains, by domain. */
  readonly owners: ReadonlyMap<string, string>
  /** By `domainKey`: the domains whose tenant has a key that signs. */
  readonly signed: ReadonlySet<string>
  /** The tenants that have an SMTP server of their own. */
  readonly ownServers: ReadonlySet<string>
}

/** Why a sender may not be used. */
export type SenderRefusal = Extract<AcceptOutcome, { readonly _tag: "SenderRefused" }>["reason"]

type Asked = Pick<PreparedSend, "tenant_id" | "sender" | "sender_policy" | "unsigned_warning">

/** The senders about which something must be known: they may be refused, or their mail may leave unsigned. */
export const askedSenders = (sends: ReadonlyArray<Asked>): ReadonlyArray<DomainKey> =>
  sends.filter(({ sender_policy, unsigned_warning }) => sender_policy !== "trusted" || unsigned_warning !== null).map(senderOf)

/** Why a send's sender may not be used; undefined if it may. */
export const senderRefusal = (
  send: Pick<Asked, "tenant_id" | "sender" | "sender_policy">,
  { owners }: Pick<FoundSenders, "owners">
): SenderRefusal | undefined => {
  const owner = send.sender_policy === "trusted" ? send.tenant_id : owners.get(senderOf(send).domain)
  if (owner === send.tenant_id) return undefined
  if (owner !== undefined) return "owned_by_another"
  return send.sender_policy === "verified" ? "not_verified" : undefined
}

/** Whether mail of this sender leaves unsigned, as far as its tenant goes: it has no key, nor a server of its own, which may sign. */
export const isUnsigned = (
  send: Pick<Asked, "tenant_id" | "sender">,
  { ownServers, signed }: Pick<FoundSenders, "ownServers" | "signed">
): boolean => !signed.has(domainKey(senderOf(send))) && !ownServers.has(send.tenant_id)
