import type { TableNames } from "../names.js"
import type { ColumnType, Dialect } from "./Dialect.js"

/**
 * Autovacuum looks once a minute, and by default waits for a fifth of the table's rows to be dead.
 */
const settings = {
  // An update that fits on the row's own page touches no index and needs no vacuum.
  counters:
    "fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500",
  // Dead rows lie where the oldest due message is looked for, and the table may have millions. So
  // its vacuum begins after few, and doesn't pause.
  churning:
    "autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0, " +
    "autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000",
  // A fifth of ten million rows is two million dead ones, and statistics must cover the last hours.
  growing: "autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02"
} as const

const columnTypes: Readonly<Record<ColumnType, string>> = {
  // Byte order, as on SQLite, whatever the collation: lists and the turns of tenants depend on it.
  text: 'TEXT COLLATE "C"',
  // INTEGER has 32 bits on Postgres, too few for milliseconds; so has REAL.
  integer: "BIGINT",
  real: "DOUBLE PRECISION",
  bytes: "BYTEA"
}

/** The tables as texts, those first that nearly every transaction needs. */
const inLockOrder = (tables: TableNames["tables"]): string => {
  const { emails, events, queue } = tables
  const names = new Set([queue, emails, events, ...Object.values(tables)])
  return [...names].map((name) => `'${name}'`).join(", ")
}

export const makePostgres = ({ lockKey, schema, sequence, tables }: TableNames): Dialect => ({
  name: "postgres",
  isSynchronous: false,

  // Rows are locked one by one, where it matters.
  begin: "BEGIN",

  // The setting ends with the transaction.
  relaxed: {
    before: undefined,
    begin: "BEGIN; SET LOCAL synchronous_commit = off",
    after: undefined
  },

  // CREATE TABLE IF NOT EXISTS fails with a duplicate key if two processes run it at once.
  migrationLock: `SELECT pg_advisory_xact_lock(${lockKey(724001)})`,

  // Locks in the order of the steps would meet those of running processes in others: the server
  // would end one (deadlock detected). It looks for that after a second, by default: half of that,
  // and nobody is ended.
  lockTables:
    "DO $$ DECLARE usual text := current_setting('lock_timeout'); name text; BEGIN " +
    `PERFORM set_config('lock_timeout', '500ms', true); FOREACH name IN ARRAY ARRAY[${inLockOrder(tables)}] LOOP ` +
    "IF to_regclass(name) IS NOT NULL THEN EXECUTE 'LOCK TABLE ' || name || ' IN ACCESS EXCLUSIVE MODE'; END IF; END LOOP; " +
    "PERFORM set_config('lock_timeout', usual, true); END $$",

  // IF NOT EXISTS requires the right to create a schema even if it exists. Processes of another
  // prefix in the same schema use another lock, hence the exceptions.
  makeSchema:
    schema === undefined
      ? undefined
      : "DO $$ BEGIN " +
        `IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = '${schema}') THEN CREATE SCHEMA "${schema}"; END IF; ` +
        "EXCEPTION WHEN unique_violation OR duplicate_schema THEN NULL; END $$",

  // A failing SELECT would abort the transaction.
  findTable: (table) => `SELECT 1 AS found WHERE to_regclass('${sequence(table)}') IS NOT NULL`,

  // The catalogue keeps what they made.
  allStatements: undefined,

  columnTypes,

  // Types are strict anyway, and there are no clustered tables.
  tableOptions: { plain: "", keyed: "" },

  tune: (table, use) => [`ALTER TABLE ${tables[table]} SET (${settings[use]})`],

  // Reading goes on meanwhile.
  lockTable: (table) => `LOCK TABLE ${tables[table]} IN EXCLUSIVE MODE`,

  // Evaluated once for each statement. A separate one would be one more round trip.
  isRecorder: `(SELECT pg_advisory_xact_lock_shared(${lockKey(724002)})) IS NOT NULL`,
  // The timeout is read when the wait begins. If it fails, the setting is rolled back.
  awaitRecorders:
    "DO $$ DECLARE usual text := current_setting('lock_timeout'); BEGIN " +
    `PERFORM set_config('lock_timeout', '200ms', true); PERFORM pg_advisory_xact_lock(${lockKey(724002)}); ` +
    "PERFORM set_config('lock_timeout', usual, true); END $$",

  // Counting in a row would make those who record wait for each other.
  nextPosition: undefined,
  runningTransactions:
    "txid_snapshot_xmin(txid_current_snapshot()) AS oldest, txid_snapshot_xmax(txid_current_snapshot()) AS newest",

  // jsonb would sort and store it first. The parameter is a text: some clients of host applications
  // encode a text once more if it is json.
  jsonRows: ["json_array_elements(", "::text::json)"],

  // Looked up in an index whatever the planner thinks. A subquery is joined, which was planned as a
  // scan while the table was small.
  isAmong: {
    text: ["= ANY(ARRAY(SELECT json_array_elements_text(", "::text::json)))"],
    integer: ["= ANY(ARRAY(SELECT CAST(json_array_elements_text(", "::text::json) AS BIGINT)))"]
  },

  currentMillis: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",

  isBeyondAscii: (column) => `octet_length(${column}) > length(${column})`,

  // Values extracted from JSON are text.
  cast: (expression, type) =>
    type === "text" ? expression : `CAST(${expression} AS ${columnTypes[type]})`,

  hurry: (millis) => `SET LOCAL lock_timeout = '${String(millis)}ms'`,

  forUpdate: "FOR UPDATE",
  skipLocked: "FOR UPDATE SKIP LOCKED"
})
