import { Success } from "../members.js"
import {
  SavedSmtpConfig,
  SaveSmtpConfig,
  SmtpConfig,
  SmtpVerification
} from "../SmtpConfigs/index.js"
import { operation } from "./Operation.js"

/**
 * A tenant's own SMTP server. Clients repeat none of these by themselves: each test logs in to the
 * server, and some servers count logins.
 */
export const smtpConfig = {
  /**
   * Tests the server with a login within 10 seconds and saves it, replacing the current one.
   * `SmtpConnectionFailed`: nothing was saved.
   */
  save: operation({
    method: "POST",
    path: "/smtp-config",
    scope: "smtp:write",
    summary: "Save an SMTP server of your own",
    description:
      "Connects, sets up TLS and logs in first; if that fails, nothing is saved. The new server replaces the present one. While a server is saved, all mail of the tenant goes through it.",
    body: SaveSmtpConfig,
    response: SavedSmtpConfig,
    answers: { 200: "The server accepted the login and is saved." },
    mark: "success",
    errors: ["SmtpConnectionFailed"],
    endsWithClient: true,
    examples: {
      submission: {
        provider: "custom",
        host: "smtp.example.com",
        port: 587,
        username: "shop@example.com",
        password: "…",
        from_email: "shop@example.com",
        from_name: "Shop"
      },
      sendgrid: {
        provider: "sendgrid",
        host: "smtp.sendgrid.net",
        port: 465,
        username: "apikey",
        password: "SG.…"
      }
    }
  }),
  /**
   * Returns the saved server without its password. `get`, `verify` and `remove` fail with
   * `NoSmtpConfig` if there is none.
   */
  get: operation({
    method: "GET",
    path: "/smtp-config",
    scope: "smtp:read",
    summary: "Get the saved SMTP server, without its password",
    response: SmtpConfig,
    answers: { 200: "The server." },
    mark: "provider",
    errors: ["NoSmtpConfig"]
  }),
  /** Logs in again and records the result. Check `success`. */
  verify: operation({
    method: "POST",
    path: "/smtp-config/verify",
    scope: "smtp:write",
    summary: "Test the saved SMTP server",
    description:
      "Takes no body. Connects, sets up TLS and logs in, and records the result in `verified`.",
    response: SmtpVerification,
    answers: { 200: "Whether the server accepted the login; if not, `error` says why." },
    mark: "success",
    errors: ["NoSmtpConfig"],
    endsWithClient: true
  }),
  /** Removes the server. The tenant's mail then takes the route of the service. */
  remove: operation({
    method: "DELETE",
    path: "/smtp-config",
    scope: "smtp:write",
    summary: "Remove the SMTP server",
    description: "From now on, the tenant's mail takes the route of the operator of this service.",
    response: Success,
    answers: { 200: "Forgotten." },
    mark: "success",
    errors: ["NoSmtpConfig"]
  })
} as const
