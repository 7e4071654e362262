import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { domainKey, senderOf } from "../../sending/domains/Domain.js"
import { makeFindSigningKeys, unverifiedDomain } from "../../sending/domains/senderQueries.js"
import { smtpConfigQueries } from "../../sending/smtpConfigs/smtpConfigTable.js"
import { makeFindSuppressed } from "../../sending/suppressions/findSuppressed.js"
import { isSuppressed } from "../../sending/suppressions/isSuppressed.js"
import type { ClaimedMessage } from "../message/Message.js"
import { makeFindBodies } from "./findBodies.js"

/**
 * What the log says of a message that is being claimed. `attempts` doesn't count the present
 * attempt yet.
 */
export interface LoggedMessage {
  readonly id: string
  readonly tenant_id: string
  readonly body_id: string
  readonly recipient_email: string
  readonly recipient_name: string | null
  readonly sender_email: string
  readonly sender_name: string | null
  readonly template_id: string | null
  readonly subject: string
  readonly attempts: number
  readonly created_at: number
  readonly scheduled_at: number | null
  readonly topic: string | null
}

const mailboxOf = ({ sender_email, sender_name }: LoggedMessage) => ({
  name: sender_name,
  address: sender_email
})

/**
 * Reads everything that delivering messages needs, by the same number of statements for one message
 * and for many.
 */
export const makeMessagesOf = Effect.gen(function* () {
  const findBodies = yield* makeFindBodies
  const findSuppressed = yield* makeFindSuppressed
  const findSigningKeys = yield* makeFindSigningKeys
  const { findMany: findSmtpConfigs } = yield* smtpConfigQueries

  return (
    emails: ReadonlyArray<LoggedMessage>,
    refusedSince: ReadonlyMap<string, number | null>
  ): Effect.Effect<ReadonlyArray<ClaimedMessage>, SqlError.SqlError> =>
    Effect.gen(function* () {
      const parties = emails.map((email) => ({
        email,
        recipient: {
          tenant_id: email.tenant_id,
          folded: foldAddress(email.recipient_email),
          topic: email.topic
        },
        domain: senderOf({ tenant_id: email.tenant_id, sender: mailboxOf(email) })
      }))
      const bodies = yield* findBodies(new Set(emails.map((email) => email.body_id)))
      const suppressed = yield* findSuppressed(parties.map(({ recipient }) => recipient))
      const domains = yield* findSigningKeys(parties.map(({ domain }) => domain))
      const smtpConfigs = yield* findSmtpConfigs(emails.map(({ tenant_id }) => tenant_id))
      return parties.map(({ domain, email, recipient }): ClaimedMessage => ({
        id: email.id,
        tenant_id: email.tenant_id,
        sender: mailboxOf(email),
        recipient: email.recipient_email,
        recipient_name: email.recipient_name,
        subject: email.subject,
        body: bodies.get(email.body_id) ?? null,
        created_at: email.created_at,
        scheduled_at: email.scheduled_at,
        template_id: email.template_id,
        attempts: email.attempts + 1,
        suppressed: isSuppressed(suppressed, recipient),
        topic: email.topic,
        refused_since: refusedSince.get(email.id) ?? null,
        ...(domains.get(domainKey(domain)) ?? unverifiedDomain),
        smtp_config: smtpConfigs.get(email.tenant_id) ?? null
      }))
    })
})
