import type { TableNames } from "../Names/index.js"
import type { ColumnType, Dialect } from "./Dialect.js"

/** What a table's rows leave behind is cleaned up by a worker that only looks once a minute, by default at a fifth of the table. */
const settings = {
  // An update that fits on the row's own page touches no index and is cleaned up without the vacuum.
  counters: "fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500",
  // It may be empty or have millions of rows; what is dead lies where the oldest due message is looked for. So
  // its vacuum goes by the number of dead rows alone, and doesn't pause.
  churning: "autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0, " +
    "autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000",
  // A fifth of ten million rows is two million dead ones; and statistics must know of the last hours.
  growing: "autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02"
} as const

const columnTypes: Readonly<Record<ColumnType, string>> = {
  // Byte order, as on SQLite, whatever the database's own collation: lists and the turns of tenants go by it.
  text: "TEXT COLLATE \"C\"",
  // INTEGER has 32 bits there, too few for milliseconds; REAL has 32 bits as well.
  integer: "BIGINT",
  real: "DOUBLE PRECISION",
  bytes: "BYTEA"
}

/** Postgres, with the tables called so. */
export const makePostgres = ({ lockKey, schema, tables }: TableNames): Dialect => ({
  name: "postgres",
  isSynchronous: false,

  // Rows are locked where it matters, one by one.
  begin: "BEGIN",

  // It ends with the transaction by itself.
  relaxed: { before: undefined, begin: "BEGIN; SET LOCAL synchronous_commit = off", after: undefined },

  // CREATE TABLE IF NOT EXISTS fails with a duplicate key when two processes run it at once.
  migrationLock: `SELECT pg_advisory_xact_lock(${lockKey(724001)})`,

  // Looked for first: IF NOT EXISTS asks for the right to make one even where it is there. Whoever puts tables into the
  // same one under another prefix holds another lock.
  makeSchema: schema === undefined ? undefined : "DO $$ BEGIN " +
    `IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA "${schema}"; END IF; ` +
    "EXCEPTION WHEN unique_violation OR duplicate_schema THEN NULL; END $$",

  // Not a failing SELECT from the table itself: that would poison the transaction.
  findTable: (table) => `SELECT 1 AS found WHERE to_regclass('${tables[table]}') IS NOT NULL`,

  columnTypes,

  // Types are strict anyway, and there are no clustered tables.
  tableOptions: { plain: "", keyed: "" },

  tune: (table, use) => [`ALTER TABLE ${tables[table]} SET (${settings[use]})`],

  // Reading goes on meanwhile.
  lockTable: (table) => `LOCK TABLE ${tables[table]} IN EXCLUSIVE MODE`,

  // It is asked once for each statement, however many rows that has: as a statement of its own, it would be a way to the server more.
  isRecorder: `(SELECT pg_advisory_xact_lock_shared(${lockKey(724002)})) IS NOT NULL`,
  // The time-out is looked at when the waiting begins, so one statement is enough; where that fails, it is undone with the rest.
  awaitRecorders: "DO $$ DECLARE usual text := current_setting('lock_timeout'); BEGIN " +
    `PERFORM set_config('lock_timeout', '200ms', true); PERFORM pg_advisory_xact_lock(${lockKey(724002)}); ` +
    "PERFORM set_config('lock_timeout', usual, true); END $$",

  // json, not jsonb: only a text is taken apart, and jsonb would sort and store it first. The parameter is a text: where it is json,
  // some clients of host applications write a text as JSON once more.
  jsonRows: ["json_array_elements(", "::text::json)"],

  // An array is looked up in an index whatever the planner thinks of the table; a subquery is joined with it,
  // and that was planned as a walk through all of it while it was small.
  isAmong: {
    text: ["= ANY(ARRAY(SELECT json_array_elements_text(", "::text::json)))"],
    integer: ["= ANY(ARRAY(SELECT CAST(json_array_elements_text(", "::text::json) AS BIGINT)))"]
  },

  currentMillis: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",

  // What is taken out of JSON is text.
  cast: (expression, type) => (type === "text" ? expression : `CAST(${expression} AS ${columnTypes[type]})`),

  hurry: (millis) => `SET LOCAL lock_timeout = '${String(millis)}ms'`,

  forUpdate: "FOR UPDATE",
  skipLocked: "FOR UPDATE SKIP LOCKED"
})
