import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { topicKey } from "./Topic.js"

export interface NamedTopic {
  readonly tenant_id: string
  readonly topic: string
}

/** The look-up of those of these topics that exist, as rows with `tenant_id` and `id`. */
export const makeSelectTopics = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const keys = given(database, { tenant_id: "text", id: "text" })
  return (wanted: ReadonlyArray<NamedTopic>) => {
    const distinct = [
      ...new Map(
        wanted.map(({ tenant_id, topic }) => [topicKey(tenant_id, topic), { tenant_id, id: topic }])
      ).values()
    ]
    return sql`SELECT tenant_id, id FROM ${tables.topics} WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM ${keys(distinct)} AS given)`
  }
})
