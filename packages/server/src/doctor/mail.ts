import { type InvalidSmtpUrl, parseSmtpUrl, type RelayTest, testRelay } from "@telemark/smtp"
import { Effect, Redacted, Result } from "effect"
import { ehloOptions } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"

const { fail, ok, warn } = findingsOf("mail")

const capturedAll = "Mail is captured: it is kept in the inbox, and no mail leaves this machine."
const capturedElse =
  "Mail is captured: it is kept in the inbox. Mail of tenants with their own SMTP server goes through that server; " +
  "TELEMARK_TRANSPORT=capture captures it too."

const wrongUrl = ({ reason }: InvalidSmtpUrl): Finding => fail(`TELEMARK_SMTP_URL ${reason}.`)

const hasLogin = (url: Redacted.Redacted): boolean =>
  Result.match(parseSmtpUrl(Redacted.value(url)), {
    onFailure: () => false,
    onSuccess: ({ credentials }) => credentials !== null
  })

const inClear =
  "The relay of TELEMARK_SMTP_URL answers. It offers TLS, but TLS could not be set up, so mail goes there in clear. " +
  "Get its TLS fixed; with ?tls=required in TELEMARK_SMTP_URL nothing is sent in clear, with ?tls=none TLS isn't tried."

const judgeRelay = (url: Redacted.Redacted, { tlsFailed }: RelayTest): Finding => {
  if (tlsFailed) return warn(inClear)
  return ok(
    hasLogin(url)
      ? "The relay of TELEMARK_SMTP_URL accepts the login."
      : "The relay of TELEMARK_SMTP_URL answers."
  )
}

const checkRelay = (url: Redacted.Redacted, settings: Settings) =>
  testRelay({ url, ...ehloOptions(settings) }).pipe(
    Effect.map((found) => judgeRelay(url, found)),
    Effect.catchTags({
      InvalidSmtpUrl: (error) => Effect.succeed(wrongUrl(error)),
      SmtpConnectionFailed: ({ message, stage }) =>
        Effect.succeed(fail(`The relay of TELEMARK_SMTP_URL can't be used (${stage}). ${message}`))
    })
  )

export const checkMail = (settings: Settings) => {
  const { from, transport } = settings
  if (transport._tag === "Capture")
    return Effect.succeed([ok(transport.all ? capturedAll : capturedElse)])
  const sender =
    from === undefined
      ? [warn("TELEMARK_FROM isn't set: sends of tenants without a default sender must name one.")]
      : []
  return Effect.map(checkRelay(transport.url, settings), (finding) => [finding, ...sender])
}
