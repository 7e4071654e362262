import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { operatorOwner } from "../../accounts/operator/operatorOwner.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { TableName } from "../../database/names.js"
import { containsAny } from "../../database/containing.js"
import { type Erased, names, withoutAddress } from "./erased.js"

/** Where a text may name an address that isn't the row's own. */
interface Naming {
  readonly table: TableName
  readonly columns: ReadonlyArray<string>
  /** By what it is walked; absent if it has few rows. */
  readonly key?: string
  /** Unless it waits to be tried again. By default the pseudonym takes the address's place. */
  readonly isRemoved?: true
  readonly isCleared?: true
}

const all: ReadonlyArray<Naming> = [
  { table: "feedback_reports", columns: ["report"], key: "id", isRemoved: true },
  { table: "webhook_attempts", columns: ["response", "error"], key: "id" },
  { table: "sql_sends", columns: ["result"], key: "id" },
  { table: "sql_sends", columns: ["idempotency_key"], key: "id", isCleared: true },
  { table: "idempotency", columns: ["result"] },
  { table: "operator_events", columns: ["data"] },
  { table: "back_offs", columns: ["smtp_response", "error_message"] },
  { table: "connection_limits", columns: ["smtp_response"] },
  { table: "suppression_incidents", columns: ["wording"] },
  { table: "suppressions", columns: ["reason"] }
]

/** Rows that one statement looks at: it reads them all. */
const together = 1000

/** Reads these tables whole, some rows at a time: nothing finds a text by a part of it. */
export const makeEraseTexts = Effect.map(Database, ({ sql, tables, write }) => {
  /** Null: those of no tenant, which are the operator's. */
  const ofOwner = (tenantId: string | null) =>
    tenantId === null
      ? sql`(tenant_id IS NULL OR tenant_id = ${operatorOwner})`
      : sql`tenant_id = ${tenantId}`

  const isNaming = ({ columns }: Pick<Naming, "columns">, { spellings }: Erased) =>
    sql.or(columns.map((column) => containsAny(sql, column, spellings)))

  /** Which proposes rows: whether it is the address, and not a part of another one, is seen here. */
  const change = (
    { columns, table: name, ...naming }: Naming,
    which: Statement.Fragment,
    person: Erased
  ) =>
    Effect.gen(function* () {
      const table = tables[name]
      let changed = 0
      for (const column of columns) {
        const text = sql.literal(column)
        const found = yield* sql<{ readonly named: string }>`
          SELECT DISTINCT ${text} AS named FROM ${table} WHERE ${which} AND ${isNaming({ columns: [column] }, person)}`
        for (const { named } of found.filter((row) => names(row.named, person))) {
          const rows = sql`${which} AND ${text} = ${named}`
          if (naming.isRemoved === true)
            yield* sql`DELETE FROM ${table} WHERE ${rows} AND due_at IS NULL`
          const becomes = naming.isCleared === true ? null : withoutAddress(named, person)
          yield* sql`UPDATE ${table} SET ${text} = ${becomes} WHERE ${rows}`
          changed++
        }
      }
      return changed
    })

  // Others write between two looks, and no look that finds nothing keeps them from it.
  const changeIfNamed = (naming: Naming, which: Statement.Fragment, person: Erased) =>
    Effect.gen(function* () {
      const named = sql`${which} AND ${isNaming(naming, person)}`
      const found = yield* stored(
        sql`SELECT 1 AS one FROM ${tables[naming.table]} WHERE ${named} LIMIT 1`
      )
      return found.length === 0 ? 0 : yield* write(change(naming, named, person))
    })

  const walk = (naming: Naming, key: string, tenantId: string | null, person: Erased) =>
    Effect.gen(function* () {
      const column = sql.literal(key)
      let [changed, after] = [0, ""]
      for (;;) {
        const [last] = yield* stored(sql<{ readonly last: string | null }>`
          SELECT MAX(place) AS last FROM (SELECT ${column} AS place FROM ${tables[naming.table]}
            WHERE ${column} > ${after} ORDER BY ${column} LIMIT ${together}) AS places`)
        const until = last?.last ?? undefined
        if (until === undefined) return changed
        const which = sql`${column} > ${after} AND ${column} <= ${until} AND ${ofOwner(tenantId)}`
        changed += yield* changeIfNamed(naming, which, person)
        after = until
        yield* Effect.yieldNow
      }
    })

  return (tenantId: string | null, person: Erased): Effect.Effect<number, StorageError> =>
    Effect.reduce(
      all,
      () => 0,
      (sum, naming) =>
        Effect.map(
          naming.key === undefined
            ? changeIfNamed(naming, ofOwner(tenantId), person)
            : walk(naming, naming.key, tenantId, person),
          (count) => sum + count
        )
    )
})
