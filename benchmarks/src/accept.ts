/** How fast sends are accepted, against a bare server that writes the same durably, one by one. */
import { load, type Target } from "./accept/load.js"
import { startChild } from "./child.js"
import { inTurn, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 5)
const seconds = Number(process.env["SECONDS"] ?? 6)
const names = ["baseline", "telemark"] as const

const servers = await Promise.all(names.map((name) => startChild(`./accept/${name}.ts`, [], 0)))
const targets = new Map(names.map((name, index) => [name, JSON.parse(servers[index]?.firstLine ?? "{}") as Target]))
const measure = (name: (typeof names)[number]): Promise<number> => load(targets.get(name) ?? { port: 0, keys: [] }, seconds)

for (const name of names) await measure(name)
const results = await inTurn(rounds, names, measure)
await Promise.all(servers.map((server) => server.stop()))

report(
  `accept: 50 connections, one recipient, 10 kB html, SQLite with synchronous = FULL; ${String(rounds)} rounds of ${String(seconds)} s`,
  "sends/s",
  { name: "node:http + better-sqlite3", perSecond: results.get("baseline") ?? [] },
  [{ name: "telemark over HTTP", perSecond: results.get("telemark") ?? [] }]
)
