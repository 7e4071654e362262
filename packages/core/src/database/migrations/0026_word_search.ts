import type { Dialect } from "../dialect/Dialect.js"
import type { TableNames } from "../names.js"
import { createTable, type Migration } from "./Migration.js"

/** What of a message is searched: `words` has a word for its tenant, too. */
const columns = {
  email_id: "text NOT NULL",
  tenant_id: "text NOT NULL",
  created_at: "integer NOT NULL",
  words: "text NOT NULL"
}

/**
 * On SQLite, `position` is in the order of time, so that the index finds the newest first. The
 * triggers are those of its manual for a table beside the index: words are removed by themselves.
 */
const onSqlite = (dialect: Dialect, { index, tables }: TableNames): ReadonlyArray<string> => {
  const words = index("emails_by_word")
  return [
    createTable(dialect, tables.email_search, {
      position: "integer PRIMARY KEY",
      ...columns,
      email_id: "text NOT NULL UNIQUE"
    }),
    `CREATE VIRTUAL TABLE ${words} USING fts5(words, content=${index("email_search")}, content_rowid=position, columnsize=0, detail=none, tokenize="ascii tokenchars '=_'")`,
    `CREATE TRIGGER ${index("email_search_added")} AFTER INSERT ON ${tables.email_search} BEGIN INSERT INTO ${words} (rowid, words) VALUES (NEW.position, NEW.words); END`,
    `CREATE TRIGGER ${index("email_search_removed")} AFTER DELETE ON ${tables.email_search} BEGIN INSERT INTO ${words} (${words}, rowid, words) VALUES ('delete', OLD.position, OLD.words); END`
  ]
}

const onPostgres = (dialect: Dialect, { index, tables }: TableNames): ReadonlyArray<string> => [
  createTable(dialect, tables.email_search, { ...columns, email_id: "text PRIMARY KEY NOT NULL" }),
  ...dialect.tune("email_search", "growing"),
  `CREATE INDEX ${index("emails_by_word")} ON ${tables.email_search} USING gin (array_to_tsvector(string_to_array(words, ' ')))`
]

/**
 * The words of messages, to find messages by, and the messages whose words aren't in there yet.
 * Existing ones are among them: workers index them page by page. The index of the beginnings of
 * subjects is no longer needed.
 */
export const wordSearch: Migration = (dialect, names) => {
  const { existingIndex, tables } = names
  return [
    `DROP INDEX ${existingIndex("emails_by_subject")}`,
    ...(dialect.name === "sqlite" ? onSqlite : onPostgres)(dialect, names),
    createTable(
      dialect,
      tables.search_queue,
      { email_id: "text PRIMARY KEY NOT NULL", tenant_id: "text NOT NULL" },
      { kind: "keyed" }
    ),
    ...dialect.tune("search_queue", "churning"),
    `INSERT INTO ${tables.search_queue} (email_id, tenant_id) SELECT id, tenant_id FROM ${tables.emails}`
  ]
}
