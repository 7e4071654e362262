import type * as SqlError from "@effect/sql/SqlError"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../Database/index.js"

/** How long an answer holds, in milliseconds: as long as a worker waits between two looks at the queue. */
const heldFor = 1000

/**
 * Whether any tenant has an SMTP server of its own. While the platform's connections are busy, workers look for mail of such tenants
 * alone; where there are none, that was one look for every second mail of a backlog. Only for that: what one message goes through is read
 * with the message. The first server that another process stores may go unnoticed for a second.
 */
export class AnyOwnServer extends Context.Tag("@telemark/sql/AnyOwnServer")<AnyOwnServer, {
  readonly isAny: Effect.Effect<boolean, SqlError.SqlError>
  /** Forgets the answer: this process stores one. */
  readonly forget: () => void
}>() {
  static readonly layer = Layer.effect(this, Effect.map(Database, ({ sql, tables }) => {
    let known = { isAny: true, until: 0 }
    const look = Effect.gen(function*() {
      const before = known
      const until = (yield* Clock.currentTimeMillis) + heldFor
      // Both databases answer a minimum from the index, and nothing less from it alone.
      const [row] = yield* sql<{ readonly first: string | null }>`SELECT MIN(tenant_id) AS first FROM ${tables.smtp_configs}`
      const isAny = row !== undefined && row.first !== null
      // What was forgotten meanwhile stays so: the look may not have seen the one that is being stored.
      if (known === before) known = { isAny, until }
      return isAny
    })
    return {
      isAny: Effect.flatMap(Clock.currentTimeMillis, (now) => now < known.until ? Effect.succeed(known.isAny) : look),
      forget: () => { known = { isAny: true, until: 0 } }
    }
  }))
}
