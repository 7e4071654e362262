import pg from "pg"
import type { Job } from "./job.js"
import { settings } from "./settings.js"

/**
 * The log of mail that applications keep for their support staff, if there is a database for it.
 */
export interface MailLog {
  readonly add: (jobs: ReadonlyArray<Job>) => Promise<void>
  readonly sent: (id: string, response: string) => Promise<void>
  readonly close: () => Promise<void>
}

const schema = `
  CREATE TABLE IF NOT EXISTS mail_log (
    id uuid PRIMARY KEY, recipient text NOT NULL, sender text NOT NULL, subject text, template_id text, status text NOT NULL,
    response text, attempts integer NOT NULL DEFAULT 0, created_at timestamptz NOT NULL DEFAULT now(), sent_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS mail_log_newest ON mail_log (created_at DESC)`

const none: MailLog = {
  add: () => Promise.resolve(),
  sent: () => Promise.resolve(),
  close: () => Promise.resolve()
}

export const openLog = async (): Promise<MailLog> => {
  if (settings.databaseUrl === undefined) return none
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 })
  await pool.query(schema)
  return {
    add: async (jobs) => {
      const [first] = jobs
      await pool.query(
        `INSERT INTO mail_log (id, recipient, sender, subject, template_id, status)
          SELECT id, recipient, $3, $4, $5, 'queued' FROM unnest($1::uuid[], $2::text[]) AS given (id, recipient)`,
        [
          jobs.map(({ id }) => id),
          jobs.map(({ to }) => to),
          first?.from,
          first?.subject,
          first?.template_id
        ]
      )
    },
    sent: async (id, response) => {
      await pool.query(
        "UPDATE mail_log SET status = 'sent', response = $2, attempts = attempts + 1, sent_at = now() WHERE id = $1",
        [id, response]
      )
    },
    close: () => pool.end()
  }
}
