import type { Database } from "../Database.js"
import type { TableName } from "../names.js"
import type { CopiedTable } from "./copiedTables.js"
import { closedMessage, nameOfCopyTable } from "./copyState.js"

type Opened = typeof Database.Service

type Statements = ReadonlyArray<string>

/** How the source is prepared and cleaned up; each list is safe to run again. */
interface Capture {
  /** The table of changes. */
  readonly begin: Statements
  /** Notes each change of the table from now on. */
  readonly note: (table: CopiedTable) => Statements
  /** Refuses each write to the table from now on. */
  readonly close: (table: CopiedTable, peer: string) => Statements
  readonly reopen: (name: TableName) => Statements
  readonly stopNoting: (name: TableName) => Statements
  /** Once no table notes changes. */
  readonly end: Statements
  /** Once no table is closed. */
  readonly endClosing: Statements
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const columnsOf = (table: CopiedTable): ReadonlyArray<string> =>
  table.key.map(({ name }) => `"${name}"`)

const occasions = ["insert", "update", "delete"] as const

const onSqlite = ({ names }: Opened): Capture => {
  const changes = nameOfCopyTable(names, "copy_changes")
  const trigger = (kind: string, name: TableName, occasion: string): string =>
    names.index(`copy_${kind}_${name}_${occasion}`)
  const drop = (kind: string, name: TableName): Statements =>
    occasions.map((occasion) => `DROP TRIGGER IF EXISTS ${trigger(kind, name, occasion)}`)
  return {
    // Numbers are never used again, so that whoever removes changes removes no newer ones.
    begin: [
      `CREATE TABLE IF NOT EXISTS ${changes} (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT NOT NULL) STRICT`
    ],
    note: (table) => {
      const columns = columnsOf(table)
      const keyOf = (row: "NEW" | "OLD"): string =>
        `json_array(${columns.map((column) => `${row}.${column}`).join(", ")})`
      const add = (row: "NEW" | "OLD", when = ""): string =>
        `INSERT INTO ${changes} (name, key) SELECT ${quoted(table.name)}, ${keyOf(row)}${when};`
      const isOther = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")
      const bodies = {
        insert: add("NEW"),
        update: `${add("NEW")} ${add("OLD", ` WHERE ${isOther}`)}`,
        delete: add("OLD")
      }
      return occasions.map(
        (occasion) =>
          `CREATE TRIGGER IF NOT EXISTS ${trigger("changes", table.name, occasion)} AFTER ${occasion.toUpperCase()} ON ${names.tables[table.name]} BEGIN ${bodies[occasion]} END`
      )
    },
    close: (table, peer) =>
      occasions.map(
        (occasion) =>
          `CREATE TRIGGER IF NOT EXISTS ${trigger("closed", table.name, occasion)} BEFORE ${occasion.toUpperCase()} ON ${names.tables[table.name]} BEGIN SELECT RAISE(ABORT, ${quoted(closedMessage(peer))}); END`
      ),
    reopen: (name) => drop("closed", name),
    stopNoting: (name) => drop("changes", name),
    end: [`DROP TABLE IF EXISTS ${changes}`],
    endClosing: []
  }
}

/** With the rights of the tables' owner: whoever may send by SQL may write to nothing else. */
const asOwner = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp"

/** `schema`: where the tables are. */
const onPostgres = ({ names }: Opened, schema: string): Capture => {
  const within = (name: string): string => `"${schema}"."${names.prefix}${name}"`
  const [changes, closed] = [within("copy_changes"), within("copy_closed")]
  const noting = (name: TableName): string => within(`copy_of_${name}`)
  return {
    begin: [
      `CREATE TABLE IF NOT EXISTS ${changes} (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL)`
    ],
    note: (table) => {
      const columns = columnsOf(table)
      const list = (row: "NEW" | "OLD"): string =>
        columns.map((column) => `${row}.${column}`).join(", ")
      const add = (row: "NEW" | "OLD"): string =>
        `INSERT INTO ${changes} (name, key) VALUES (${quoted(table.name)}, json_build_array(${list(row)})::text);`
      return [
        `CREATE OR REPLACE FUNCTION ${noting(table.name)}() RETURNS trigger ${asOwner} AS $copy$ BEGIN
  IF TG_OP <> 'INSERT' THEN ${add("OLD")} END IF;
  IF TG_OP = 'INSERT' THEN ${add("NEW")}
  ELSIF TG_OP = 'UPDATE' THEN IF (${list("NEW")}) IS DISTINCT FROM (${list("OLD")}) THEN ${add("NEW")} END IF; END IF;
  RETURN NULL;
END $copy$`,
        `CREATE OR REPLACE TRIGGER copy_changes AFTER INSERT OR UPDATE OR DELETE ON ${within(table.name)} FOR EACH ROW EXECUTE FUNCTION ${noting(table.name)}()`
      ]
    },
    // The code of a database that is read-only: callers are told to try again later.
    close: (table, peer) => [
      `CREATE OR REPLACE FUNCTION ${closed}() RETURNS trigger LANGUAGE plpgsql AS $copy$ BEGIN
  RAISE EXCEPTION USING ERRCODE = '25006', MESSAGE = ${quoted(closedMessage(peer))};
END $copy$`,
      `CREATE OR REPLACE TRIGGER copy_closed BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${within(table.name)} FOR EACH STATEMENT EXECUTE FUNCTION ${closed}()`
    ],
    reopen: (name) => [`DROP TRIGGER IF EXISTS copy_closed ON ${within(name)}`],
    stopNoting: (name) => [
      `DROP TRIGGER IF EXISTS copy_changes ON ${within(name)}`,
      `DROP FUNCTION IF EXISTS ${noting(name)}()`
    ],
    end: [`DROP TABLE IF EXISTS ${changes}`],
    endClosing: [`DROP FUNCTION IF EXISTS ${closed}()`]
  }
}

export const captureOf = (database: Opened, schema: string | undefined): Capture =>
  schema === undefined ? onSqlite(database) : onPostgres(database, schema)
