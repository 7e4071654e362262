// Databases as releases stored them: files in the folder `releases`, and what is known of them.
import { createDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import Database from "better-sqlite3"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"
import pg from "pg"
import { onTestFinished } from "vitest"
import type { PublishedRecord } from "./domainServer.js"
import { temporaryFolder } from "./harness.js"

export type Kind = "sqlite" | "postgres"

/** What a test has to know of a stored database, and can't read there. */
export interface Stored {
  /** The keys of both tenants. */
  readonly keys: { readonly shop: string; readonly acme: string }
  /** What the server of acme takes. */
  readonly login: { readonly user: string; readonly password: string }
  /** Those of the domain, as they were published. */
  readonly records: ReadonlyArray<PublishedRecord>
  readonly endpoint: { readonly id: number; readonly secret: string }
  /** Mail that was sent or refused. An application that follows events knew of none yet. */
  readonly settled: ReadonlyArray<string>
  /** The mail that had not been sent, by what is special about it. */
  readonly waiting: Readonly<Record<string, string>>
  /** What paths answered, by the tenant that asked. */
  readonly answers: Readonly<Record<"shop" | "acme", Readonly<Record<string, unknown>>>>
}

/** With which all secrets in the stored databases are sealed. It has never been used elsewhere. */
export const secret = Buffer.alloc(32, "stored").toString("base64")

const folder = fileURLToPath(new URL("releases", import.meta.url))

export const storedReleases: ReadonlyArray<string> = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const databaseFile = { sqlite: "sqlite.db.gz", postgres: "postgres.sql.gz" } as const

const schema = new URL("../../core/schema/postgres.sql", import.meta.url)

const withClient = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** The statements that make the schema: tables, each after those that it refers to, then the rest. */
const schemaStatements = (): ReadonlyArray<string> => {
  const rank = (statement: string) =>
    !statement.startsWith("CREATE TABLE") ? 2 : statement.includes(" REFERENCES ") ? 1 : 0
  return readFileSync(schema, "utf8")
    .trim()
    .replace(/;$/, "")
    .split(/;\n+/)
    .sort((one, other) => rank(one) - rank(other))
}

interface Sequence {
  readonly name: string
  readonly last: string | null
}

/** The whole database as statements. Rows are JSON of the server, so that none loses a digit. */
const statementsOf = (url: string): Promise<ReadonlyArray<string>> =>
  withClient(url, async (client) => {
    const { rows: sequences } = await client.query<Sequence>(
      "SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = current_schema()"
    )
    const tables = schemaStatements().flatMap(
      (statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []
    )
    const contents: Array<string> = []
    for (const table of tables) {
      const { rows } = await client.query<{ readonly all: string | null }>(
        `SELECT json_agg(t ORDER BY t::text)::text AS all FROM ${table} t`
      )
      const all = rows[0]?.all ?? null
      if (all !== null)
        contents.push(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $rows$${all}$rows$)`
        )
    }
    return [
      ...sequences.map(({ name }) => `CREATE SEQUENCE ${name}`),
      ...schemaStatements(),
      ...contents,
      ...sequences.flatMap(({ last, name }) =>
        last === null ? [] : [`SELECT setval('${name}', ${last})`]
      )
    ]
  })

/** A database as one file: after all processes have ended. */
const read = async (kind: Kind, url: string): Promise<Buffer> => {
  if (kind === "postgres") {
    return Buffer.from(`${(await statementsOf(url)).join(";\n\n")};\n`)
  }
  const database = new Database(url.replace("sqlite:", ""))
  database.exec("VACUUM")
  const file = database.serialize()
  database.close()
  return file
}

/** Writes down a database, and what is known of it. */
export const store = async (
  version: string,
  kind: Kind,
  url: string,
  stored: Stored
): Promise<void> => {
  mkdirSync(join(folder, version), { recursive: true })
  const content = await read(kind, url)
  writeFileSync(join(folder, version, databaseFile[kind]), gzipSync(content, { level: 9 }))
  writeFileSync(join(folder, version, `${kind}.json`), `${JSON.stringify(stored, null, 2)}\n`)
}

/** What is known of a stored database. */
export const storedBy = (version: string, kind: Kind): Stored =>
  JSON.parse(readFileSync(join(folder, version, `${kind}.json`), "utf8")) as Stored

/** The URL of a database without tables, for one test. */
export const emptyUrl = async (kind: Kind): Promise<string> => {
  if (kind === "sqlite") return `sqlite:${join(await temporaryFolder(), "mail.db")}`
  const { drop, url } = await createDatabase(testPostgresUrl())
  onTestFinished(drop)
  return url
}

/** A copy of a stored database, in which acme's server is at that port; its URL. */
export const restore = async (version: string, kind: Kind, port: number): Promise<string> => {
  const url = await emptyUrl(kind)
  const content = gunzipSync(readFileSync(join(folder, version, databaseFile[kind])))
  if (kind === "postgres") {
    await withClient(url, async (client) => {
      await client.query(content.toString())
      await client.query("UPDATE smtp_configs SET port = $1", [port])
    })
    return url
  }
  const file = url.replace("sqlite:", "")
  if (existsSync(file)) throw new Error(`${file} is there already`)
  writeFileSync(file, content)
  const database = new Database(file)
  database.prepare("UPDATE smtp_configs SET port = ?").run(port)
  database.close()
  return url
}
