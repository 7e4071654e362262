/** What many would write by hand: node:http, and one durable transaction of three inserts for each request. */
import Database from "better-sqlite3"
import { randomUUID } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Mail } from "../content.js"

const db = new Database(join(mkdtempSync(join(tmpdir(), "telemark-baseline-")), "mail.db"))
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
db.exec(`
  CREATE TABLE bodies (id TEXT PRIMARY KEY, html TEXT NOT NULL);
  CREATE TABLE emails (id TEXT PRIMARY KEY, recipient TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL);
  CREATE TABLE queue (id TEXT PRIMARY KEY, due_at INTEGER NOT NULL);
`)
const insertBody = db.prepare("INSERT INTO bodies VALUES (?, ?)")
const insertEmail = db.prepare("INSERT INTO emails VALUES (?, ?, ?, 'queued', ?)")
const insertQueue = db.prepare("INSERT INTO queue VALUES (?, ?)")
const accept = db.transaction((id: string, to: string, mail: Mail, now: number) => {
  insertBody.run(id, mail.html)
  insertEmail.run(id, to, mail.subject, now)
  insertQueue.run(id, now)
})

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Mail & { readonly to: string }
    const id = randomUUID()
    accept(id, body.to, body, Date.now())
    response.writeHead(201, { "content-type": "application/json" })
    response.end(JSON.stringify({ queued: [{ id, recipient: body.to, status: "queued" }], suppressed: [], idempotent_replay: false }))
  })
})
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port, keys: ["none"] })}\n`)
})
