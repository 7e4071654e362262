import { foldAddress, NotFound, type StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { makeAmong } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { isId } from "../../kernel/ids.js"
import { orNotFound } from "../../operations/found.js"
import {
  makeWriteSuppressions,
  storedTopic,
  suppressionQueries
} from "../suppressions/suppressionTable.js"
import { makePseudonyms } from "../people/pseudonyms.js"
import { topicQueries } from "../topics/topicTable.js"
import {
  type ChosenPreferences,
  decidePreferences,
  decideUndo,
  type PreferenceChange,
  type RecipientPreferences,
  type StoredPreferences,
  unsubscribedReason,
  viewOfPreferences
} from "./RecipientPreferences.js"

/**
 * Whoever calls this must have seen that the request is the recipient's: the id of the message is
 * enough.
 */
interface PreferencesService {
  readonly find: (emailId: string) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /**
   * Applies what a recipient chose, and returns what holds then. It isn't reported as an event:
   * `Feedback.receive` reports an unsubscription.
   */
  readonly setPreferences: (
    emailId: string,
    chosen: ChosenPreferences
  ) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /**
   * Takes back the unsubscription from the message's topic or, if it has none, from all mail.
   * Suppressions with another reason stay.
   */
  readonly undo: (emailId: string) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
}

type Recipient = Pick<StoredPreferences, "email_id" | "tenant_id" | "recipient" | "topic">

interface Found extends Recipient {
  /** What its suppressions stand under. */
  readonly keys: ReadonlyArray<string>
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const { sql, tables, write } = database
  const among = makeAmong(database)
  const writeSuppressions = yield* makeWriteSuppressions
  const topics = yield* topicQueries
  const suppressions = yield* suppressionQueries
  const { keysOf } = yield* makePseudonyms

  /**
   * Undefined for messages that are unknown, or whose tenant was marked as removed. Outside of a
   * transaction, since it may open a key.
   */
  const findRecipient = (emailId: string) =>
    Effect.gen(function* () {
      const [recipient] = yield* stored(sql<Recipient>`
        SELECT id AS email_id, tenant_id, recipient_email AS recipient, topic FROM ${tables.emails} WHERE id = ${emailId}
          AND NOT EXISTS (SELECT 1 FROM ${tables.tenants} WHERE tenants.id = emails.tenant_id AND tenants.removed_at IS NOT NULL)`)
      if (recipient === undefined) return undefined
      const keys = yield* keysOf(recipient.tenant_id, foldAddress(recipient.recipient))
      return { ...recipient, keys }
    })

  const find = (emailId: string): Effect.Effect<Found, NotFound | StorageError> =>
    isId("em", emailId) ? orNotFound(findRecipient(emailId)) : new NotFound()

  const stateOf = (found: Found) =>
    Effect.gen(function* () {
      return {
        ...found,
        topics: yield* topics.list(found.tenant_id),
        suppressed: yield* suppressions.find(found.tenant_id, ...found.keys)
      }
    })

  const release = ({ keys, tenant_id }: Found, released: ReadonlyArray<string | null>) =>
    sql`DELETE FROM ${tables.suppressions} WHERE tenant_id = ${tenant_id} AND folded ${among(keys)}
      AND topic ${among(released.map(storedTopic))} AND reason = ${unsubscribedReason}`

  /** The transaction may run more than once, and so may `decide`. */
  const change = (emailId: string, decide: (before: StoredPreferences) => PreferenceChange) =>
    Effect.gen(function* () {
      const found = yield* find(emailId)
      const added_at = yield* Clock.currentTimeMillis
      const changed = yield* write(
        Effect.gen(function* () {
          const before = yield* stateOf(found)
          const { release: released, suppress } = decide(before)
          if (released.length > 0) yield* release(found, released)
          yield* writeSuppressions(
            suppress.map((topic) => ({
              tenant_id: found.tenant_id,
              email_address: found.recipient,
              reason: unsubscribedReason,
              added_at,
              topic
            }))
          )
          return {
            ...before,
            suppressed: yield* suppressions.find(found.tenant_id, ...found.keys)
          }
        })
      )
      return viewOfPreferences(changed)
    })

  return Preferences.of({
    find: (emailId) =>
      Effect.map(
        Effect.flatMap(find(emailId), (found) => stored(stateOf(found))),
        viewOfPreferences
      ),
    setPreferences: (emailId, chosen) =>
      change(emailId, (before) => decidePreferences(before, chosen)),
    undo: (emailId) => change(emailId, decideUndo)
  })
})

/** As recipients of mail say themselves on the pages that it leads to. */
export class Preferences extends Context.Service<Preferences, PreferencesService>()(
  "@telemark/core/Preferences"
) {
  static readonly layer = Layer.effect(this, make)
}
