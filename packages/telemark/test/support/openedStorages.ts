import { freshDatabase, hostPool } from "@telemark-tools/postgres"
import { postgres } from "@telemark/postgres"
import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startSmtpPeer } from "@telemark/testing"
import Sqlite from "better-sqlite3"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, type Storage } from "telemark"
import { onTestFinished } from "vitest"

interface Opened {
  readonly storage: Storage
  /** Every row of every table. */
  readonly rows: () => Promise<string>
}

const onSqlite = (): Opened => {
  const folder = mkdtempSync(join(tmpdir(), "people-"))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const filename = join(folder, "mail.db")
  return {
    storage: sqlite({ filename }),
    rows: () => {
      const database = new Sqlite(filename, { readonly: true })
      const tables = database
        .prepare(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'emails_by_word%'"
        )
        .pluck()
        .all() as ReadonlyArray<string>
      const rows = tables.flatMap((table) => database.prepare(`SELECT * FROM "${table}"`).all())
      database.close()
      return Promise.resolve(JSON.stringify(rows))
    }
  }
}

const onPostgres = async (): Promise<Opened> => {
  const { drop, url } = await freshDatabase()
  onTestFinished(drop)
  const pool = hostPool({ connectionString: url })
  onTestFinished(() => pool.end())
  return {
    storage: postgres({ url }),
    rows: async () => {
      const { rows: tables } = await pool.query<{ readonly name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
      )
      const texts: Array<string> = []
      for (const { name } of tables)
        texts.push(JSON.stringify((await pool.query(`SELECT * FROM "${name}"`)).rows))
      return texts.join("\n")
    }
  }
}

/** For `describe.each`, under the project that has a Postgres. */
export const storages = [
  ["SQLite", onSqlite],
  ["Postgres", onPostgres]
] as const

/** A Telemark on it, with a peer that takes its mail. */
export const startOn = async (open: (typeof storages)[number][1]) => {
  const peer = await startSmtpPeer()
  const opened = await open()
  const telemark = await createTelemark({
    storage: opened.storage,
    transport: smtp({ url: peer.url }),
    from: "Shop <shop@example.com>",
    secret: randomBytes(32).toString("base64")
  })
  onTestFinished(async () => {
    await telemark.close()
    await peer.close()
  })
  const statusOf = (id: string) => telemark.emails.get(id).then(({ status }) => status)
  return { opened, peer, telemark, statusOf }
}
