import { Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { batchedWrites } from "../../database/batchedWrites.js"
import { stored } from "../../database/storageError.js"
import { type CapturedMail, Inbox, inboxCapacity, inboxOctets, type Release } from "./Inbox.js"

interface Row extends Omit<CapturedMail, "released"> {
  readonly released_to: string | null
  readonly released_at: number | null
}

const mailOf = ({ released_at, released_to, ...mail }: Row): CapturedMail =>
  released_to === null || released_at === null
    ? mail
    : { ...mail, released: { to: released_to, at: released_at } }

interface Captured {
  readonly mail: CapturedMail
  readonly source: Uint8Array
}

export const layerInbox = Layer.effect(
  Inbox,
  Effect.gen(function* () {
    const { sql, tables } = yield* Database
    const columns = sql.literal(
      "id, tenant_id, sender, recipient, subject, captured_at, released_to, released_at"
    )

    const insert = ({
      mail: { captured_at, id, recipient, sender, subject, tenant_id },
      source
    }: Captured) =>
      sql`INSERT INTO ${tables.inbox} ${sql.insert({ id, tenant_id, sender, recipient, subject, captured_at, source })}
        ON CONFLICT (id) DO UPDATE SET captured_at = excluded.captured_at, sender = excluded.sender,
          recipient = excluded.recipient, subject = excluded.subject, source = excluded.source, released_to = NULL, released_at = NULL`

    // No batch is larger than this LIMIT, which SQLite requires before an OFFSET.
    const leaveNewest = sql`DELETE FROM ${tables.inbox} WHERE id IN
      (SELECT id FROM ${tables.inbox} ORDER BY captured_at DESC, id DESC LIMIT 1000 OFFSET ${inboxCapacity})`

    // The newest mail stays, however large it is. WITH can't come first: such a statement is taken
    // for one that returns rows.
    const leaveNewestOctets = sql`
      DELETE FROM ${tables.inbox} WHERE id IN (
        WITH sizes AS MATERIALIZED (SELECT id, captured_at, octet_length(source) AS octets FROM ${tables.inbox})
        SELECT id FROM (
          SELECT id, ROW_NUMBER() OVER newest AS place, SUM(octets) OVER newest AS octets
          FROM sizes WINDOW newest AS (ORDER BY captured_at DESC, id DESC)
        ) AS kept WHERE place > 1 AND octets > ${inboxOctets})`

    // Neither database reads a source to get its length: for 500 mails this takes a millisecond.
    const isTooLarge = Effect.map(
      sql<{
        readonly octets: number | string
      }>`SELECT COALESCE(SUM(octet_length(source)), 0) AS octets FROM ${tables.inbox}`,
      ([row]) => Number(row?.octets) > inboxOctets
    )

    const removeOldest = Effect.andThen(
      leaveNewest,
      Effect.flatMap(isTooLarge, (isMore) =>
        isMore ? Effect.asVoid(leaveNewestOctets) : Effect.void
      )
    )

    const put = yield* batchedWrites(
      (mails: ReadonlyArray<Captured>) =>
        Effect.as(
          Effect.andThen(Effect.forEach(mails, insert, { discard: true }), removeOldest),
          mails.map(() => undefined)
        ),
      { octetsOf: ({ source }) => source.length }
    )

    const ofTenant = (tenantId: string | undefined) =>
      tenantId === undefined ? sql`1 = 1` : sql`tenant_id = ${tenantId}`

    return {
      put: (mail, source) => put({ mail, source }),

      clear: (tenantId) =>
        stored(Effect.asVoid(sql`DELETE FROM ${tables.inbox} WHERE ${ofTenant(tenantId)}`)),

      remove: (tenantId, id) =>
        stored(
          Effect.map(
            sql`DELETE FROM ${tables.inbox} WHERE id = ${id} AND tenant_id = ${tenantId} RETURNING id`,
            (rows) => rows.length > 0
          )
        ),

      list: (limit, tenantId) =>
        stored(
          Effect.map(
            sql<Row>`SELECT ${columns} FROM ${tables.inbox} WHERE ${ofTenant(tenantId)} ORDER BY captured_at DESC, id DESC LIMIT ${limit}`,
            (rows) => rows.map(mailOf)
          )
        ),

      markReleased: (id, { at, to }: Release) =>
        stored(
          Effect.map(
            sql<Row>`UPDATE ${tables.inbox} SET ${sql.update({ released_to: to, released_at: at })} WHERE id = ${id} RETURNING ${columns}`,
            ([row]) => row && mailOf(row)
          )
        ),

      find: (id) =>
        stored(
          Effect.map(
            sql<
              Row & { readonly source: Uint8Array }
            >`SELECT ${columns}, source FROM ${tables.inbox} WHERE id = ${id}`,
            ([row]) => {
              if (row === undefined) return undefined
              const { source, ...mail } = row
              return { mail: mailOf(mail), source: new Uint8Array(source) }
            }
          )
        )
    }
  })
)
