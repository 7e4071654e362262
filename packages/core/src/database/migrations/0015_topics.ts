import { createTable, type Migration } from "./Migration.js"

const suppressionsKey = "tenant_id, folded, topic"

/**
 * SQLite can't change a table's key: the rows move to a new table, in the order of their old key,
 * which is that of the new one.
 */
const rebuilt: Migration = (dialect, { index, tables }) => {
  const moved = index("suppressions_without_topics")
  const columns = "tenant_id, folded, email_address, reason, added_at, cause"
  return [
    `ALTER TABLE ${tables.suppressions} RENAME TO ${moved}`,
    createTable(
      dialect,
      tables.suppressions,
      {
        tenant_id: "text NOT NULL",
        folded: "text NOT NULL",
        email_address: "text NOT NULL",
        reason: "text NOT NULL",
        added_at: "integer NOT NULL",
        cause: "text",
        topic: "text NOT NULL DEFAULT ''"
      },
      { primaryKey: suppressionsKey, kind: "keyed" }
    ),
    `INSERT INTO ${tables.suppressions} (${columns}) SELECT ${columns} FROM ${moved} ORDER BY tenant_id, folded`,
    // Its indexes go with it, so that their names are free.
    `DROP TABLE ${moved}`,
    `CREATE INDEX ${index("suppressions_by_time")} ON ${tables.suppressions} (tenant_id, added_at, folded)`,
    `CREATE INDEX ${index("suppressions_by_cause")} ON ${tables.suppressions} (cause, added_at) WHERE cause IS NOT NULL`
  ]
}

const altered: Migration = (dialect, { index, tables }) => [
  `ALTER TABLE ${tables.suppressions} ADD COLUMN topic ${dialect.columnTypes.text} NOT NULL DEFAULT ''`,
  `ALTER TABLE ${tables.suppressions} DROP CONSTRAINT ${index("suppressions_pkey")}, ADD PRIMARY KEY (${suppressionsKey})`
]

/**
 * The kinds of a tenant's mail that recipients can unsubscribe from by themselves, and suppressions
 * of one of them.
 */
export const topics: Migration = (dialect, names) => {
  const { index, tables } = names
  return [
    // First: claims lock the log and then look for suppressions. In another order, a claim and a
    // long change of the key would wait for each other.
    `ALTER TABLE ${tables.emails} ADD COLUMN topic ${dialect.columnTypes.text}`,

    // Translations are JSON.
    createTable(
      dialect,
      tables.topics,
      {
        tenant_id: "text NOT NULL",
        id: "text NOT NULL",
        name: "text NOT NULL",
        description: "text",
        translations: "text NOT NULL",
        created_at: "integer NOT NULL"
      },
      { primaryKey: "tenant_id, id", kind: "keyed" }
    ),

    // An empty topic is the whole address: a part of a key can't be null.
    ...(dialect.name === "sqlite" ? rebuilt : altered)(dialect, names),
    `CREATE INDEX ${index("suppressions_by_topic")} ON ${tables.suppressions} (tenant_id, topic, added_at, folded) WHERE topic <> ''`
  ]
}
