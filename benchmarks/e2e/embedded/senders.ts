import type { Mail } from "@telemark-tools/load"
import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import Database from "better-sqlite3"
import { createTransport } from "nodemailer"
import { createTelemark } from "telemark"
import type { SenderName } from "./plan.js"

interface Sender {
  /** Resolves when the mail is safe on the disk; it is delivered afterwards. */
  readonly send: (to: string, mail: Mail) => Promise<unknown>
  readonly close: () => Promise<void>
}

type MakeSender = (filename: string, smtpPort: number) => Promise<Sender>

const withTelemark: MakeSender = async (filename, port) => {
  const telemark = await createTelemark({
    storage: sqlite({ filename }),
    transport: smtp({ url: `smtp://127.0.0.1:${port}?tls=none` })
  })
  const worker = telemark.startWorker()
  return {
    send: (to, mail) => telemark.emails.send({ to, ...mail }),
    close: async () => {
      await worker.close()
      await telemark.close()
    }
  }
}

/** What is written in an afternoon: no retries, no keys, no limits; a crash forgets what is queued. */
const byHand: MakeSender = (filename, port) => {
  const database = new Database(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.exec(
    "CREATE TABLE log (id INTEGER PRIMARY KEY, recipient TEXT, subject TEXT, html TEXT, status TEXT)"
  )
  const insert = database.prepare(
    "INSERT INTO log (recipient, subject, html, status) VALUES (?, ?, ?, 'queued')"
  )
  const update = database.prepare("UPDATE log SET status = ? WHERE id = ?")
  const pool = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, pool: true })
  return Promise.resolve({
    send: (to: string, mail: Mail) => {
      const { lastInsertRowid: id } = insert.run(to, mail.subject, mail.html)
      void pool.sendMail({ to, ...mail }).then(
        () => update.run("sent", id),
        () => update.run("failed", id)
      )
      return Promise.resolve()
    },
    close: () => {
      pool.close()
      database.close()
      return Promise.resolve()
    }
  })
}

export const senders: Readonly<Record<SenderName, MakeSender>> = { telemark: withTelemark, byHand }
