import { Success } from "../members.js"
import { SavedSmtpConfig, SaveSmtpConfig, SmtpConfig, SmtpVerification } from "../SmtpConfigs/index.js"
import { operation } from "./Operation.js"

/** A tenant's own SMTP server. Nothing here is repeated by itself: each test of a server is a login there, which some count. */
export const smtpConfig = {
  /** Connects and logs in first, within 10 seconds. `SmtpConnectionFailed`, and nothing is saved, if that fails. Replaces the present one. */
  save: operation({
    method: "POST",
    path: "/smtp-config",
    scope: "smtp:write",
    summary: "Save an SMTP server of your own",
    description: "Connects, sets up TLS and logs in first; if that fails, nothing is saved. It takes the place of the present one. While one is saved, all mail of the tenant goes through it.",
    body: SaveSmtpConfig,
    response: SavedSmtpConfig,
    answers: { 200: "The server took the login, and is saved." },
    mark: "success",
    errors: ["SmtpConnectionFailed"],
    endsWithClient: true,
    examples: {
      submission: {
        provider: "custom", host: "smtp.example.com", port: 587, username: "shop@example.com", password: "…", from_email: "shop@example.com", from_name: "Shop"
      },
      sendgrid: { provider: "sendgrid", host: "smtp.sendgrid.net", port: 465, username: "apikey", password: "SG.…" }
    }
  }),
  /** Without the password. `NoSmtpConfig` if none is saved, as `verify` and `remove`. */
  get: operation({
    method: "GET",
    path: "/smtp-config",
    scope: "smtp:read",
    summary: "Get the SMTP server that is saved, without its password",
    response: SmtpConfig,
    answers: { 200: "The server." },
    mark: "provider",
    errors: ["NoSmtpConfig"]
  }),
  /** Connects and logs in again, and notes what came of it. Look at `success`. */
  verify: operation({
    method: "POST",
    path: "/smtp-config/verify",
    scope: "smtp:write",
    summary: "Test the SMTP server that is saved",
    description: "Takes no body. Connects, sets up TLS and logs in, and notes in `verified` what came of it.",
    response: SmtpVerification,
    answers: { 200: "Whether the server took the login; if not, `error` says why." },
    mark: "success",
    errors: ["NoSmtpConfig"],
    endsWithClient: true
  }),
  /** From then on the tenant's mail takes the route of the service itself. */
  remove: operation({
    method: "DELETE",
    path: "/smtp-config",
    scope: "smtp:write",
    summary: "Forget the SMTP server",
    description: "From now on the tenant's mail takes the route that the operator of this service chose.",
    response: Success,
    answers: { 200: "Forgotten." },
    mark: "success",
    errors: ["NoSmtpConfig"]
  })
} as const
