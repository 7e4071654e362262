import { deriveKeys, type FeedbackResult } from "@telemark/core"
import { returnPathToken } from "@telemark/feedback"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { call } from "./call.js"
import { onFile } from "./sealed.js"

export const separator = "From MAILER-DAEMON Mon Nov 23 10:00:00 2026"

export const emailId = (number: number): string =>
  `em_0199a0b0c0d0700080000000${number.toString(16).padStart(8, "0")}`

interface BounceParts {
  /** Fields before the others, each with its line end. */
  readonly header?: string
  /** What the report names; a message that isn't here by default. */
  readonly names?: string
  readonly reply?: string
}

/** A delivery status notification. */
export const bounce = ({
  header = "",
  names = emailId(0xffffff),
  reply = "550 5.1.1 user unknown"
}: BounceParts): string =>
  `${header}From: MAILER-DAEMON@mx.example
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your message could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Original-Envelope-Id: ${names}

Final-Recipient: rfc822; ada@example.com
Action: failed
Status: 5.0.0
Diagnostic-Code: smtp; ${reply}

--b--
`

export const reply =
  "Auto-Submitted: auto-replied\nFrom: ada@example.com\nSubject: Out of office\n\nI am away.\n"
export const letter = "From: ada@example.com\nSubject: Hello\n\nHow are you?\n"

/** Makes a database with sent emails, whose ids are `emailId` of their numbers. */
export const makeSent = async (filename: string, count: number): Promise<void> => {
  await call(["tenants", "create", "acme"], { TELEMARK_DATABASE_URL: `sqlite:${filename}` })
  const database = new Database(filename)
  const { id: tenant } = database.prepare("SELECT id FROM tenants").get() as { id: string }
  const insert =
    database.prepare(`INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, subject, status, attempts, smtp_provider, created_at, updated_at)
    VALUES (?, ?, 'b', 'ada@example.com', 'shop@example.com', 'Hello', 'sent', 1, 'smtp', ?, ?)`)
  const now = Date.now()
  database.transaction(() => {
    for (let number = 0; number < count; number++) insert.run(emailId(number), tenant, now, now)
  })()
  database.close()
}

/** The statuses of the emails, by number. */
export const statuses = (filename: string): ReadonlyArray<string> => {
  const database = new Database(filename)
  const rows = database.prepare("SELECT status FROM emails ORDER BY id").all() as ReadonlyArray<{
    readonly status: string
  }>
  database.close()
  return rows.map(({ status }) => status)
}

export const secret = Buffer.alloc(32, 5).toString("base64")

/** The return path of an email, signed with `secret`. */
export const returnPath = async (filename: string, id: string): Promise<string> => {
  const [key] = await onFile(filename, deriveKeys("return path", secret).pipe(Effect.orDie))
  return `b+${returnPathToken(key, id)}@bounce.example`
}

/** What the command prints with `--json`. */
export interface Imported {
  readonly messages: number
  readonly reports: Readonly<Partial<Record<FeedbackResult["outcome"] | "found", number>>>
  readonly ignored: number
  readonly unread: number
  readonly skipped: number
  readonly failures: number
}
