// Runs a command with an empty database of its own, whose URL it finds in the variable NAME, and
// ends as it did:
// withDatabase.ts NAME -- command [argument …] The database is on the server of
// TELEMARK_TEST_POSTGRES_URL, or on one that is there for this command only.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createDatabase } from "./createDatabase.js"
import { startPostgres } from "./startPostgres.js"
import { names } from "./testServer.js"

const [name = "", separator, command = "", ...args] = process.argv.slice(2)
if (separator !== "--" || command === "")
  throw new Error("usage: withDatabase.ts NAME -- command [argument …]")

// Ctrl-C reaches the command too; the database is dropped when that has ended.
process.on("SIGINT", () => undefined)

const runWith = async (url: string): Promise<number> => {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, [name]: url } })
  process.on("SIGTERM", () => {
    child.kill("SIGTERM")
  })
  await once(child, "exit")
  return child.exitCode ?? 1
}

const existing = process.env[names.url]
const server =
  existing === undefined || existing === ""
    ? await startPostgres({ settings: { fsync: "off", full_page_writes: "off" } })
    : undefined
try {
  const database = await createDatabase(server?.url ?? existing ?? "")
  try {
    process.exitCode = await runWith(database.url)
  } finally {
    await database.drop()
  }
} finally {
  await server?.remove()
}
