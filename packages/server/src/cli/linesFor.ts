import { Effect } from "effect"
import * as Flag from "effect/cli/Flag"
import { isIPv6 } from "node:net"
import { addressesOf } from "../application/addresses.js"
import { readSettings, type Settings } from "../settings/Settings.js"
import { commandFailed } from "./failures.js"
import { type LookedUp, optional } from "./parameters.js"

/** What another application speaks. */
const doors = ["nodemailer", "resend", "smtp"] as const

type Door = (typeof doors)[number]

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
export type Lines = (key: string) => ReadonlyArray<string>

const linesOf = (door: Door, settings: Settings): Lines | undefined => {
  const { port, publicUrl } = settings
  const origin = addressesOf(settings, port, publicUrl).url.replace(/\/v1$/, "")
  if (door === "resend")
    return (key) => [`RESEND_BASE_URL=${origin}/resend`, `RESEND_API_KEY=${key}`]
  if (door === "nodemailer")
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

/** `--for`: the lines to paste into the application that gets the key; undefined without it. */
export const linesFor: LookedUp<Lines | undefined> = {
  parameter: optional(
    Flag.withDescription(
      Flag.Literals("for", doors),
      "Print the lines to paste into an application that speaks it."
    )
  ),
  find: (door: Door | undefined) =>
    door === undefined
      ? Effect.succeed(undefined)
      : Effect.flatMap(
          Effect.mapError(readSettings, ({ message }) =>
            commandFailed("invalid_settings", message)
          ),
          (settings) => {
            const lines = linesOf(door, settings)
            return lines === undefined ? noPort : Effect.succeed(lines)
          }
        )
}
