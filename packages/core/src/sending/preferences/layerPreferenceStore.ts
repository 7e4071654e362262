import { foldAddress } from "@telemark/contract"
import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/among.js"
import { stored } from "../../database/storageError.js"
import {
  makeWriteSuppressions,
  storedTopic,
  suppressionQueries
} from "../suppressions/suppressionTable.js"
import { topicQueries } from "../topics/topicTable.js"
import { PreferenceStore } from "./PreferenceStore.js"
import { type StoredPreferences, unsubscribedReason } from "./RecipientPreferences.js"

type Message = Pick<StoredPreferences, "email_id" | "tenant_id" | "recipient" | "topic">

export const layerPreferenceStore = Layer.effect(
  PreferenceStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { sql, tables, write } = database
    const among = makeAmong(database)
    const writeSuppressions = yield* makeWriteSuppressions
    const topics = yield* topicQueries
    const suppressions = yield* suppressionQueries
    const suppressionsOf = ({ recipient, tenant_id }: Message) =>
      suppressions.find(tenant_id, foldAddress(recipient))

    const find = (emailId: string) =>
      Effect.gen(function* () {
        const [message] =
          yield* sql<Message>`SELECT id AS email_id, tenant_id, recipient_email AS recipient, topic FROM ${tables.emails} WHERE id = ${emailId}
          AND NOT EXISTS (SELECT 1 FROM ${tables.tenants} WHERE tenants.id = emails.tenant_id AND tenants.removed_at IS NOT NULL)`
        if (message === undefined) return undefined
        return {
          ...message,
          topics: yield* topics.list(message.tenant_id),
          suppressed: yield* suppressionsOf(message)
        }
      })

    return {
      find: (emailId) => stored(find(emailId)),

      change: (emailId, decide, now) =>
        write(
          Effect.gen(function* () {
            const before = yield* find(emailId)
            if (before === undefined) return undefined
            const { recipient, tenant_id } = before
            const { release, suppress } = decide(before)
            if (release.length > 0) {
              yield* sql`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenant_id} AND folded = ${foldAddress(recipient)}
              AND topic ${among(release.map(storedTopic))} AND reason = ${unsubscribedReason}`
            }
            yield* writeSuppressions(
              suppress.map((topic) => ({
                tenant_id,
                email_address: recipient,
                reason: unsubscribedReason,
                added_at: now,
                topic
              }))
            )
            return { ...before, suppressed: yield* suppressionsOf(before) }
          })
        )
    }
  })
)
