/**
 * How fast queued mail is delivered from each database, against nodemailer's pool sending the same
 * messages to the same peer.
 */
import { median } from "@telemark-tools/load"
import { countingSink } from "@telemark-tools/sink"
import { startChild } from "./child.js"
import { chosenDatabases, type DatabaseName, freshDatabase, titles } from "./databases.js"
import type { Plan } from "./deliver/plan.js"
import { drainByServe } from "./deliver/serve.js"
import { benchmark } from "./lifetime.js"
import { inTurn, line, report } from "./report.js"

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
  const sink = await startChild(countingSink.href, [], { core: 1 })
  const names = chosenDatabases()
  const nodemailer = "nodemailer"
  const candidates = names.flatMap((name) =>
    (["serve", "host"] as const).map((by) => `${by} ${name}` as const)
  )

  for (const recipients of [1, 50]) {
    const plan = [sink.firstLine, String(messages), String(recipients)]
    const results = await inTurn(
      rounds,
      [nodemailer, ...candidates] as const,
      async (name: (typeof candidates)[number] | typeof nodemailer) => {
        if (name === nodemailer) return deliver("./deliver/nodemailer.ts", plan)
        const [by, databaseName] = name.split(" ") as [by: "serve" | "host", name: DatabaseName]
        const database = await freshDatabase(databaseName)
        const served: Plan = {
          port: Number(sink.firstLine),
          messages,
          recipients,
          database: database.url
        }
        const rate =
          by === "serve"
            ? await drainByServe({ database: database.url, smtpPort: served.port, core: 0 }, served)
            : await deliver("./deliver/telemark.ts", [...plan, database.url])
        await database.drop()
        return rate
      }
    )
    report(
      `deliver: ${messages} messages, ${recipients} to a send, 5 connections, 10 kB html, SMTP sink in another process; ${rounds} rounds`,
      "messages/s",
      { name: "nodemailer pool", perSecond: results.get(nodemailer) ?? [] },
      names.flatMap((name) => [
        { name: `telemark serve, ${titles[name]}`, perSecond: results.get(`serve ${name}`) ?? [] },
        {
          name: `in a host's process, ${titles[name]}`,
          perSecond: results.get(`host ${name}`) ?? []
        }
      ])
    )
    const [sqlite, postgres] = [results.get("serve sqlite"), results.get("serve postgres")]
    if (sqlite !== undefined && postgres !== undefined) {
      line(`  Postgres / SQLite: ${(median(postgres) / median(sqlite)).toFixed(2)} ×`)
    }
  }
})
