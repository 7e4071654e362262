import { Effect } from "effect"
import { Database, oncePerDatabase } from "../../database/Database.js"
import { makeRecentAnswer } from "../../database/recentAnswer.js"

/** As long as a worker waits between two looks at the queue. */
const cachedMillis = 1000

/**
 * Whether any tenant has its own SMTP server. While the platform's connections are busy, workers
 * look for messages of such tenants only; without this answer, that cost a look for every second
 * message of a backlog even if there are none. A message's route doesn't depend on it: that is read
 * with the message. The first server that another process stores may go unnoticed for a second.
 */
export const anyOwnServer = oncePerDatabase(
  Effect.map(Database, ({ sql, tables }) => {
    const { forget, get: isAny } = makeRecentAnswer(
      cachedMillis,
      Effect.map(
        // Both databases answer MIN from the index alone, and no simpler query.
        sql<{
          readonly first: string | null
        }>`SELECT MIN(tenant_id) AS first FROM ${tables.smtp_configs}`,
        ([row]) => row !== undefined && row.first !== null
      )
    )
    return { isAny, forget }
  })
)
