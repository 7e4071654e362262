import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type Telemark } from "telemark"

// Next.js loads a file more than once; what it opened is kept here.
const kept = globalThis as typeof globalThis & { telemark?: Promise<Telemark> }

const { DATABASE = "data/mail.db", SMTP_URL } = process.env

/**
 * Telemark on one file, opened at the first call: a build loads every file, and would open it
 * otherwise.
 */
export const telemark = (): Promise<Telemark> =>
  (kept.telemark ??= createTelemark({
    storage: sqlite({ filename: DATABASE }),
    transport: SMTP_URL === undefined ? capture() : smtp({ url: SMTP_URL }),
    from: "Fjord <hello@fjord.example>"
  }))
