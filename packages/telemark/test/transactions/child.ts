import { postgres } from "@telemark/postgres"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import pg from "pg"
import { createTelemark, type HostTransaction } from "telemark"

const [kind = "", place = "", until = ""] = process.argv.slice(2)

/** The host's connection, and how it says BEGIN and the like. */
const connect = async (): Promise<{
  readonly transaction: HostTransaction
  readonly say: (statement: string) => unknown
}> => {
  if (kind === "sqlite") {
    const db = new Database(place)
    return { transaction: db, say: (statement) => db.exec(statement) }
  }
  const client = new pg.Client({ connectionString: place })
  await client.connect()
  return { transaction: client, say: (statement) => client.query(statement) }
}

const telemark = await createTelemark({
  storage: kind === "sqlite" ? sqlite({ filename: place }) : postgres({ url: place }),
  transport: capture(),
  from: "shop@example.com",
  secret: Buffer.alloc(32, 7).toString("base64"),
  logLevel: "None"
})
const { say, transaction } = await connect()
await say("BEGIN")
await say("INSERT INTO orders (id) VALUES (1)")
await telemark.emails.send({ to: "ada@example.com", text: "x" }, { transaction })
if (until === "committed") await say("COMMIT")
process.stdout.write(`${until}\n`)
// To be killed.
setInterval(() => undefined, 1000)
