import { type ClaimedMessage, domainKey, type LocalWorker, type SealedSigningKey, type SendDecision, senderOf } from "@telemark/core"

export interface AcceptLease {
  readonly worker: LocalWorker
  readonly owner: string
  /** When the lease expires, in epoch milliseconds. */
  readonly until: number
  readonly messages: ReadonlyArray<ClaimedMessage>
}

/** The messages of a send, as a worker gets them when it claims them for their first attempt. */
export const messagesOf = ({ queued, send }: SendDecision, keys: ReadonlyMap<string, ReadonlyArray<SealedSigningKey>>): ReadonlyArray<ClaimedMessage> => {
  const { body, created_at, scheduled_at, sender, subject, template_id, tenant_id } = send
  return queued.map(({ address, id, name }) => ({
    id,
    tenant_id,
    sender,
    recipient: address,
    recipient_name: name,
    subject,
    body,
    created_at,
    scheduled_at,
    template_id,
    attempts: 1,
    suppressed: false,
    refused_since: null,
    keys: keys.get(domainKey(senderOf(send))) ?? [],
    smtp_config: null
  }))
}
