/** How fast queued mail is delivered, against nodemailer's pool sending the same messages to the same peer. */
import { startChild } from "./child.js"
import { inTurn, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const messages = Number(process.env["MESSAGES"] ?? 10_000)
const names = ["nodemailer", "telemark"] as const

const sink = await startChild("../../packages/testing/src/smtp/sink.ts", [], 1)
for (const recipients of [1, 50]) {
  const results = await inTurn(rounds, names, async (name) => {
    const child = await startChild(`./deliver/${name}.ts`, [sink.firstLine, String(messages), String(recipients)], 0)
    await child.stop()
    return Number(child.firstLine)
  })
  report(
    `deliver: ${String(messages)} messages, ${String(recipients)} to a send, 20 connections, 10 kB html, SMTP sink in another process; ${String(rounds)} rounds`,
    "messages/s",
    { name: "nodemailer pool", perSecond: results.get("nodemailer") ?? [] },
    [{ name: "telemark worker", perSecond: results.get("telemark") ?? [] }]
  )
}
await sink.stop()
