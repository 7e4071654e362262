import type { InstalledSql } from "@telemark/core"
import { Effect } from "effect"
import * as Flag from "effect/cli/Flag"
import { isIPv6 } from "node:net"
import { addressesOf } from "../application/addresses.js"
import { readSettings, type Settings } from "../settings/Settings.js"
import { commandFailed } from "./failures.js"
import { type LookedUp, optional } from "./parameters.js"

/** What another application speaks. */
const spoken = ["nodemailer", "resend", "smtp"] as const

/** Those that take a key. */
type Spoken = (typeof spoken)[number]

const noPort = commandFailed(
  "no_submission_port",
  "This server takes no mail by SMTP: set TELEMARK_SUBMISSION_PORT or TELEMARK_SUBMISSIONS_PORT first."
)

interface SmtpAt {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

const smtpAt = ({ publicUrl, submission }: Settings): SmtpAt | undefined => {
  const port = submission?.securePort ?? submission?.port
  if (submission === undefined || port === undefined) return undefined
  const named = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return {
    host: submission.tls === undefined ? (submission.host ?? "127.0.0.1") : (named ?? "127.0.0.1"),
    port,
    isSecure: submission.securePort !== undefined
  }
}

/** The lines to paste, once there is the key. */
type Lines = (key: string) => ReadonlyArray<string>

const linesOf = (language: Spoken, settings: Settings): Lines | undefined => {
  const { port, publicUrl } = settings
  const origin = addressesOf(settings, port, publicUrl).url.replace(/\/v1$/, "")
  if (language === "resend")
    return (key) => [`RESEND_BASE_URL=${origin}/resend`, `RESEND_API_KEY=${key}`]
  if (language === "nodemailer")
    return (key) => [
      'import { telemarkTransport } from "@telemark/nodemailer"',
      `const transporter = createTransport(telemarkTransport({ url: "${origin}", key: "${key}" }))`
    ]
  const at = smtpAt(settings)
  if (at === undefined) return undefined
  return (key) => [
    `SMTP_HOST=${at.host}`,
    `SMTP_PORT=${String(at.port)}`,
    `SMTP_SECURE=${String(at.isSecure)}`,
    "SMTP_USER=telemark",
    `SMTP_PASSWORD=${key}`,
    `SMTP_URL=${at.isSecure ? "smtps" : "smtp"}://telemark:${key}@${isIPv6(at.host) ? `[${at.host}]` : at.host}:${String(at.port)}`
  ]
}

const example =
  '{"from": "Shop <shop@example.com>", "to": "ada@example.com", "subject": "Hello", "text": "Hello."}'

/** In SQL there is no key: the database knows who sends. */
export const linesInSql = ({ dialect, name, role }: InstalledSql): ReadonlyArray<string> =>
  dialect === "sqlite"
    ? [`INSERT INTO ${name}_sends (message) VALUES ('${example}');`]
    : [
        `GRANT ${role} TO your_role; -- once: the role that the application connects as`,
        `SELECT ${name}.send('${example}'::jsonb);`
      ]

/** `--for`: what the application speaks; undefined without it. */
export const linesFor: LookedUp<Lines | "sql" | undefined> = {
  parameter: optional(
    Flag.withDescription(
      Flag.Literals("for", [...spoken, "sql"]),
      "Print the lines to paste into an application that speaks it. With sql, no key is made: on Postgres a schema with functions and a role that may call them, on SQLite a view."
    )
  ),
  find: (language: Spoken | "sql" | undefined) =>
    language === undefined || language === "sql"
      ? Effect.succeed(language)
      : Effect.flatMap(
          Effect.mapError(readSettings, ({ message }) =>
            commandFailed("invalid_settings", message)
          ),
          (settings) => {
            const lines = linesOf(language, settings)
            return lines === undefined ? noPort : Effect.succeed(lines)
          }
        )
}

const named = (option: string, description: string): LookedUp<string | undefined> => ({
  parameter: optional(Flag.withDescription(Flag.String(option), description)),
  find: (given: string | undefined) => Effect.succeed(given)
})

/** What it is called in SQL. */
export const schemaOption = named(
  "schema",
  "With --for sql: the schema of the functions; on SQLite, what the view's name begins with. By default telemark, or for another tenant than default telemark_ and its name."
)

export const roleOption = named(
  "role",
  "With --for sql on Postgres: the role that may call the functions, made if there is none; by default the schema's name and _sender."
)
