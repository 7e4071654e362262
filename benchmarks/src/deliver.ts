/** How fast queued mail is delivered from each database, against nodemailer's pool sending the same messages to the same peer. */
import { startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import { benchmark } from "./lifetime.js"
import { inTurn, line, median, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const messages = Number(process.env["MESSAGES"] ?? 10_000)
/** Accepting the messages, which isn't measured, takes most of it. */
const within = 30_000 + 20 * messages

const deliver = async (file: string, args: ReadonlyArray<string>): Promise<number> => {
  const child = await startChild(file, args, { core: 0, within })
  await child.stop()
  return Number(child.firstLine)
}

await benchmark(30, async () => {
  const sink = await startChild("../../packages/testing/src/smtp/sink.ts", [], { core: 1 })
  const names = chosenDatabases()
  const nodemailer = "nodemailer"

  for (const recipients of [1, 50]) {
    const plan = [sink.firstLine, String(messages), String(recipients)]
    const results = await inTurn(rounds, [nodemailer, ...names] as const, async (name: DatabaseName | typeof nodemailer) => {
      if (name === nodemailer) return deliver("./deliver/nodemailer.ts", plan)
      const database = await freshDatabase(name)
      const rate = await deliver("./deliver/telemark.ts", [...plan, database.url])
      await database.drop()
      return rate
    })
    report(
      `deliver: ${messages} messages, ${recipients} to a send, 20 connections, 10 kB html, SMTP sink in another process; ${rounds} rounds`,
      "messages/s",
      { name: "nodemailer pool", perSecond: results.get(nodemailer) ?? [] },
      names.map((name) => ({ name: `telemark worker, ${titles[name]}`, perSecond: results.get(name) ?? [] }))
    )
    const [sqlite, postgres] = [results.get("sqlite"), results.get("postgres")]
    if (sqlite !== undefined && postgres !== undefined) {
      line(`  Postgres / SQLite: ${(median(postgres) / median(sqlite)).toFixed(2)} ×`)
    }
  }
})
