import { type Mailbox, splitAddress } from "@telemark/contract"
import type { DomainKey } from "./DomainStore.js"

/** A unique text for each domain of a tenant. Neither part can contain a blank. */
export const domainKey = ({ domain, tenant_id }: DomainKey): string => `${tenant_id} ${domain}`

/** The tenant and the sender domain of a message, in A-labels. */
export const senderOf = ({
  sender,
  tenant_id
}: {
  readonly sender: Mailbox
  readonly tenant_id: string
}): DomainKey => ({ tenant_id, domain: splitAddress(sender.address)?.domain ?? "" })
