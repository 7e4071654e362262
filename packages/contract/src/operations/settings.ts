import { Brand, UpdateBrand } from "../brand.js"
import { Success } from "../members.js"
import { SavedSmtpConfig, SaveSmtpConfig, SmtpConfig, SmtpVerification } from "../smtpConfig.js"
import { TrackingSettings, UpdateTracking } from "../tracking.js"
import { del, get, post, put } from "./Operation.js"

export const brand = {
  get: get("/brand", "template:read", "Get the brand of the starters", {
    response: Brand,
    answers: { 200: "All settings; those that were never changed have their defaults." },
    mark: "name"
  }),
  /** Null resets a setting to its default. */
  update: put("/brand", "template:manage", "Change the brand", {
    description:
      "Members that you leave out stay as they are; null restores the default. Saved templates don't change.",
    body: UpdateBrand,
    response: Brand,
    answers: { 200: "All settings, after the change." },
    mark: "name",
    repeat: "always",
    examples: {
      colours: {
        name: "Shop",
        primary_color: "#0b6b5d",
        logo_url: "https://shop.example/logo.png"
      },
      default: { logo_url: null }
    }
  })
} as const

export const tracking = {
  get: get("/tracking", "tracking:read", "Get what is tracked of mail", {
    response: TrackingSettings,
    answers: {
      200: "What is tracked unless a send says otherwise with `track`; nothing, if it was never changed."
    },
    mark: "available"
  }),
  /** For sends from now on. */
  update: put("/tracking", "tracking:write", "Change what is tracked of mail", {
    description: "Applies to sends from now on. Members that you leave out stay as they are.",
    body: UpdateTracking,
    response: TrackingSettings,
    answers: { 200: "What is tracked, after the change." },
    mark: "available",
    repeat: "always",
    examples: { clicks: { clicks: true }, nothing: { opens: false, clicks: false } }
  })
} as const

/** Clients repeat none of these by themselves: some servers count logins. */
export const smtpConfig = {
  /** Tests the server with a login within 10 seconds. `SmtpConnectionFailed`: nothing was saved. */
  save: post("/smtp-config", "smtp:write", "Save an SMTP server of your own", {
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
      },
      microsoft365: {
        provider: "custom",
        host: "smtp.office365.com",
        port: 587,
        username: "shop@example.com",
        oauth2: {
          token_url: "https://login.microsoftonline.com/example.com/oauth2/v2.0/token",
          client_id: "11111111-2222-3333-4444-555555555555",
          client_secret: "…",
          scope: "https://outlook.office365.com/.default"
        }
      }
    }
  }),
  /** `NoSmtpConfig` if there is none, also of `verify` and `remove`. */
  get: get("/smtp-config", "smtp:read", "Get the saved SMTP server, without its secrets", {
    response: SmtpConfig,
    answers: { 200: "The server." },
    mark: "provider",
    errors: ["NoSmtpConfig"]
  }),
  /** Check `success`. */
  verify: post("/smtp-config/verify", "smtp:write", "Test the saved SMTP server", {
    description:
      "Takes no body. Connects, sets up TLS and logs in, and records the result in `verified`.",
    response: SmtpVerification,
    answers: { 200: "Whether the server accepted the login; if not, `error` says why." },
    mark: "success",
    errors: ["NoSmtpConfig"],
    endsWithClient: true
  }),
  /** The tenant's mail then takes the route of the service. */
  remove: del("/smtp-config", "smtp:write", "Remove the SMTP server", {
    description: "From now on, the tenant's mail takes the route of the operator of this service.",
    response: Success,
    answers: { 200: "Forgotten." },
    mark: "success",
    errors: ["NoSmtpConfig"]
  })
} as const
