/**
 * What many would write by hand: node:http and a pool of ten connections. `single`: one transaction
 * of three inserts for each request. `grouped`: requests that arrive while one is under way share
 * the next.
 */
import pg from "pg"
import { type BareSend, answerSends } from "./bareServer.js"

const [, , connectionString = "", how = "single"] = process.argv
const pool = new pg.Pool({ connectionString, max: 10 })
await pool.query(`
  CREATE TABLE bodies (id TEXT PRIMARY KEY, html TEXT NOT NULL);
  CREATE TABLE emails (id TEXT PRIMARY KEY, recipient TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, created_at BIGINT NOT NULL);
  CREATE TABLE queue (id TEXT PRIMARY KEY, due_at BIGINT NOT NULL);
`)

const transact = async (
  statements: ReadonlyArray<readonly [text: string, values: Array<unknown>]>
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    for (const [text, values] of statements) await client.query(text, values)
    await client.query("COMMIT")
  } catch (error) {
    await client.query("ROLLBACK")
    throw error
  } finally {
    client.release()
  }
}

const single = (id: string, { html, subject, to }: BareSend): Promise<void> => {
  const now = Date.now()
  return transact([
    ["INSERT INTO bodies VALUES ($1, $2)", [id, html]],
    ["INSERT INTO emails VALUES ($1, $2, $3, 'queued', $4)", [id, to, subject, now]],
    ["INSERT INTO queue VALUES ($1, $2)", [id, now]]
  ])
}

interface Waiting {
  readonly id: string
  readonly send: BareSend
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

let waiting: Array<Waiting> = []
let isWriting = false

const writeGroup = async (): Promise<void> => {
  isWriting = true
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    const ids = group.map(({ id }) => id)
    const now = Date.now()
    const written = transact([
      [
        "INSERT INTO bodies SELECT * FROM unnest($1::text[], $2::text[])",
        [ids, group.map(({ send }) => send.html)]
      ],
      [
        "INSERT INTO emails SELECT id, recipient, subject, 'queued', $4 FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, recipient, subject)",
        [ids, group.map(({ send }) => send.to), group.map(({ send }) => send.subject), now]
      ],
      ["INSERT INTO queue SELECT id, $2 FROM unnest($1::text[]) AS given (id)", [ids, now]]
    ])
    await written.then(
      () => {
        for (const { done } of group) done()
      },
      (error: unknown) => {
        for (const { failed } of group) failed(error)
      }
    )
  }
  isWriting = false
}

const grouped = (id: string, send: BareSend): Promise<void> =>
  new Promise((done, failed) => {
    waiting.push({ id, send, done, failed })
    if (!isWriting) void writeGroup()
  })

answerSends(how === "grouped" ? grouped : single)
