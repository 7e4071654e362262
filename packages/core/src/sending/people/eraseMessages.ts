import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { type Row, textsOrNull } from "../../database/table.js"
import { bareEvent, type EventData } from "../../events/log/Event.js"
import { bodyTable, readShown, shownText } from "../emails/bodyTable.js"
import { emailTable } from "../emails/emailTable.js"
import { makeRemoveWords } from "../emails/searchIndex.js"
import { makeRemoveTags } from "../emails/tagTable.js"
import { type Erased, names } from "./erased.js"

const erasable = emailTable.pick("id", "body_id", "created_at", "tags")

export type ErasableEmail = ReturnType<typeof erasable.decode>

/** Events that one statement reads. */
const maxEvents = 500

interface BodyUse {
  readonly id: string
  readonly recipient_email: string
  readonly waits: number
}

const bodyPart = bodyTable.pick("html", "text", "headers", "shown", "attachments", "raw")

type BodyRow = Row<typeof bodyPart>

/**
 * Erases a person from messages that don't wait, inside one transaction: their contents and events
 * before the log's rows, by which these are found.
 */
export const makeEraseMessages = Effect.gen(function* () {
  const database = yield* Database
  const { dialect, sql, tables } = database
  // Feedback that comes meanwhile waits, and finds the pseudonym.
  const forUpdate = sql.literal(dialect.forUpdate)
  const among = makeAmong(database)
  const removeTags = yield* makeRemoveTags
  const removeWords = yield* makeRemoveWords
  const erasableColumns = sql.literal(erasable.columns)
  const bodyColumns = sql.literal(bodyPart.columns)
  const rows = given(database, { id: "text", tags: "text" })
  const dataRows = given(database, { id: "text", data: "text" })

  const removeBody = (id: string) =>
    Effect.andThen(
      sql`DELETE FROM ${tables.attachments} WHERE body_id = ${id}`,
      Effect.map(
        sql`DELETE FROM ${tables.bodies} WHERE id = ${id} RETURNING id`,
        (removed) => removed.length
      )
    )

  const isShown = ({ shown }: BodyRow, { folded }: Erased): boolean => {
    const lists = readShown(shown)
    return [...(lists?.to ?? []), ...(lists?.cc ?? [])].some(
      ({ address }) => foldAddress(address) === folded
    )
  }

  /** Others' copies that wait are sent without the person in To and Cc. */
  const leaveOut = (id: string, { shown }: BodyRow, { folded }: Erased) => {
    const lists = readShown(shown)
    if (lists === null) return Effect.void
    const others = (list: "to" | "cc") =>
      lists[list].filter(({ address }) => foldAddress(address) !== folded)
    const without = shownText({ to: others("to"), cc: others("cc") })
    return sql`UPDATE ${tables.bodies} SET shown = ${without} WHERE id = ${id}`
  }

  /**
   * A content that others got as well is removed if it names the person: none of them waits for it
   * any more. If one does, it goes after its time.
   */
  const eraseBody = (
    tenantId: string,
    { body_id, created_at }: Pick<ErasableEmail, "body_id" | "created_at">,
    person: Erased
  ) =>
    Effect.gen(function* () {
      const [body] =
        yield* sql<BodyRow>`SELECT ${bodyColumns} FROM ${tables.bodies} WHERE id = ${body_id}`
      if (body === undefined) return 0
      const others = (yield* sql<BodyUse>`SELECT m.id, m.recipient_email,
          CASE WHEN EXISTS (SELECT 1 FROM ${tables.queue.unaliased} q WHERE q.id = m.id) THEN 1 ELSE 0 END AS waits
        FROM ${tables.emails.unaliased} m
        WHERE m.tenant_id = ${tenantId} AND m.created_at = ${created_at} AND m.body_id = ${body_id}`).filter(
        ({ recipient_email }) => foldAddress(recipient_email) !== person.folded
      )
      if (others.length === 0) return yield* removeBody(body_id)
      const parts = [body.html, body.text, body.headers, body.shown, body.attachments]
      const isNamed =
        body.raw !== 0 || parts.some((part) => names(part, person)) || isShown(body, person)
      if (!isNamed) return 0
      if (others.every(({ waits }) => waits === 0)) return yield* removeBody(body_id)
      yield* leaveOut(body_id, body, person)
      return 0
    })

  const eraseEvents = (emailIds: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      let after = ""
      for (;;) {
        const events: ReadonlyArray<{ readonly id: string; readonly data: string }> = yield* sql<{
          readonly id: string
          readonly data: string
        }>`
            SELECT id, data FROM ${tables.events} WHERE email_id ${among(emailIds)} AND id > ${after} ORDER BY id LIMIT ${maxEvents}`
        const last = events.at(-1)
        if (last === undefined) return
        const bare = events.map(({ data, id }) => ({
          id,
          data: JSON.stringify(bareEvent(JSON.parse(data) as EventData))
        }))
        yield* sql`UPDATE ${tables.events} SET data = given.data FROM ${dataRows(bare)} AS given WHERE events.id = given.id`
        after = last.id
      }
    })

  /** Tags are for groups, and count in analytics; one that names the address isn't. */
  const withoutNames = (email: ErasableEmail, person: Erased) => {
    const entries = Object.entries(email.tags)
    const [naming, kept] = [
      entries.filter(([, value]) => names(value, person)),
      entries.filter(([, value]) => !names(value, person))
    ]
    return { naming: Object.fromEntries(naming), kept: Object.fromEntries(kept) }
  }

  return (tenantId: string, ids: ReadonlyArray<string>, person: Erased) =>
    Effect.gen(function* () {
      const found = (yield* sql<
        Row<typeof erasable>
      >`SELECT ${erasableColumns} FROM ${tables.emails}
        WHERE id ${among(ids)} AND NOT EXISTS (SELECT 1 FROM ${tables.queue} WHERE queue.id = emails.id) ORDER BY id ${forUpdate}`).map(
        erasable.decode
      )
      if (found.length === 0) return { emails: 0, contents: 0 }
      const bodies = new Map(found.map((email) => [email.body_id, email]))
      let contents = 0
      for (const email of bodies.values()) contents += yield* eraseBody(tenantId, email, person)
      const erased = found.map(({ id }) => id)
      yield* eraseEvents(erased)
      yield* removeWords(erased)
      const tagged = found.map((email) => ({ ...email, ...withoutNames(email, person) }))
      yield* removeTags(
        tagged.map(({ naming, ...email }) => ({ ...email, tenant_id: tenantId, tags: naming }))
      )
      yield* sql`UPDATE ${tables.emails} SET recipient_email = ${person.pseudonym}, recipient_folded = NULL, recipient_name = NULL,
          subject = '', metadata = NULL, tags = given.tags, smtp_response = NULL, error_message = NULL
        FROM ${rows(tagged.map(({ id, kept }) => ({ id, tags: textsOrNull.encode(kept) })))} AS given WHERE emails.id = given.id`
      return { emails: erased.length, contents }
    })
})
