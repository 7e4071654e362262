/**
 * What many would write by hand: node:http, and one durable transaction of three inserts for each
 * request.
 */
import type { Mail } from "@telemark-tools/load"
import Database from "better-sqlite3"
import { sqliteFile } from "../storage.js"
import { answerSends } from "./bareServer.js"

const db = new Database(sqliteFile(process.argv[2] ?? ""))
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

answerSends((id, mail) => accept(id, mail.to, mail, Date.now()))
