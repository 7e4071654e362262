import type { LocalWorker } from "../../delivery/message/LocalWorkers.js"
import type { ClaimedMessage } from "../../delivery/message/Message.js"
import { domainKey, senderOf } from "../domains/Domain.js"
import { type DomainOfMessage, unverifiedDomain } from "../domains/senderQueries.js"
import type { SendDecision } from "./decideSends.js"

export interface AcceptLease {
  readonly worker: LocalWorker
  readonly owner: string
  /** When the lease expires, in epoch milliseconds. */
  readonly until: number
  readonly messages: ReadonlyArray<ClaimedMessage>
}

/** The messages of a send, as a worker gets them when it claims them for their first attempt. */
export const messagesOf = (
  { queued, send }: SendDecision,
  domains: ReadonlyMap<string, DomainOfMessage>
): ReadonlyArray<ClaimedMessage> => {
  const { body, created_at, scheduled_at, sender, subject, template_id, tenant_id, topic } = send
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
    topic,
    refused_since: null,
    ...(domains.get(domainKey(senderOf(send))) ?? unverifiedDomain),
    smtp_config: null
  }))
}
