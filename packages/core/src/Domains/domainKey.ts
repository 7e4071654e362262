import { type Mailbox, splitAddress } from "@telemark/contract"
import type { DomainKey } from "./DomainStore.js"

/** Names a domain of a tenant among others. Neither part can hold a blank. */
export const domainKey = ({ domain, tenant_id }: DomainKey): string => `${tenant_id} ${domain}`

/** The tenant that sends a message, and the domain that it is from, in A-labels. */
export const senderOf = ({ sender, tenant_id }: { readonly sender: Mailbox; readonly tenant_id: string }): DomainKey =>
  ({ tenant_id, domain: splitAddress(sender.address)?.domain ?? "" })
