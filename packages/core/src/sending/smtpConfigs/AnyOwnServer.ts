import { Clock, Effect } from "effect"
import { Database, oncePerDatabase } from "../../database/Database.js"

/**
 * How long an answer is used, in milliseconds: as long as a worker waits between two looks at the
 * queue.
 */
const cachedMillis = 1000

/**
 * Whether any tenant has its own SMTP server. While the platform's connections are busy, workers
 * look for messages of such tenants only; without this answer, that cost a look for every second
 * message of a backlog even if there are none. A message's route doesn't depend on it: that is read
 * with the message. The first server that another process stores may go unnoticed for a second.
 */
export const anyOwnServer = oncePerDatabase(
  Effect.map(Database, ({ sql, tables }) => {
    let known = { isAny: true, until: 0 }
    const look = Effect.gen(function* () {
      const before = known
      const until = (yield* Clock.currentTimeMillis) + cachedMillis
      // Both databases answer MIN from the index alone, and no simpler query.
      const [row] = yield* sql<{
        readonly first: string | null
      }>`SELECT MIN(tenant_id) AS first FROM ${tables.smtp_configs}`
      const isAny = row !== undefined && row.first !== null
      // If the answer was forgotten meanwhile, it stays so: this look may have missed the server
      // that is being stored.
      if (known === before) known = { isAny, until }
      return isAny
    })
    return {
      isAny: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now < known.until ? Effect.succeed(known.isAny) : look
      ),
      forget: () => {
        known = { isAny: true, until: 0 }
      }
    }
  })
)
