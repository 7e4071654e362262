import { ehloOptions, senderDomain } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import type { RelaySettings } from "../settings/transport.js"
import { settings as table } from "../settings/settingList.js"
import { type Finding, findingsOf } from "./Finding.js"
import { resolves } from "./dns.js"
import { isFullyQualified } from "@telemark/core"
import {
  type InvalidSmtpUrl,
  machineName,
  parseSmtpUrl,
  type RelayTest,
  testRelay
} from "@telemark/smtp"
import { Effect, Redacted, Result } from "effect"
import { hostname } from "node:os"

const { fail, ok, warn } = findingsOf("mail")

const capturedAll = "Mail is captured: it is kept in the inbox, and no mail leaves this machine."
const capturedElse =
  "Mail is captured: it is kept in the inbox. Mail of tenants with their own SMTP server goes through that server; " +
  "TELEMARK_TRANSPORT=capture captures it too."

const hasLogin = (url: Redacted.Redacted): boolean =>
  Result.match(parseSmtpUrl(Redacted.value(url)), {
    onFailure: () => false,
    onSuccess: ({ credentials }) => credentials !== null
  })

const inClear = (name: string): string =>
  `The relay of ${name} answers. It offers TLS, but TLS could not be set up, so mail goes there in clear. ` +
  `Get its TLS fixed; with ?tls=required in ${table.smtpUrl.name} nothing is sent in clear, with ?tls=none TLS isn't tried.`

/** Set for other software, it may come as a surprise. */
const whyUsed = (name: string): string =>
  name === table.smtpUrl.name
    ? ""
    : ` It is used because ${table.smtpUrl.name} isn't set; ${table.transport.name}=capture leaves it alone.`

const judgeRelay = ({ name, oauth2, url }: RelaySettings, { tlsFailed }: RelayTest): Finding => {
  if (tlsFailed) return warn(inClear(name))
  return ok(
    `The relay of ${name} ${oauth2 !== undefined || hasLogin(url) ? "accepts the login" : "answers"}.${whyUsed(name)}`
  )
}

const checkRelay = (relay: RelaySettings, settings: Settings) => {
  const { name, oauth2, url } = relay
  return testRelay({ url, oauth2, ...ehloOptions(settings) }).pipe(
    Effect.map((found) => judgeRelay(relay, found)),
    Effect.catchTags({
      InvalidSmtpUrl: ({ reason }: InvalidSmtpUrl) => Effect.succeed(fail(`${name} ${reason}.`)),
      SmtpConnectionFailed: ({ message, stage }) =>
        Effect.succeed(
          fail(`The relay of ${name} can't be used (${stage}). ${message}${whyUsed(name)}`)
        )
    })
  )
}

export const checkMail = (settings: Settings) => {
  const { from, transport } = settings
  if (transport._tag === "Capture")
    return Effect.succeed([ok(transport.all ? capturedAll : capturedElse)])
  const sender =
    from === undefined
      ? [warn("TELEMARK_FROM isn't set: sends of tenants without a default sender must name one.")]
      : []
  return Effect.map(checkRelay(transport, settings), (finding) => [finding, ...sender])
}

const onEhlo = findingsOf("ehlo")

/** As the beginning of a sentence. */
interface EhloSource {
  readonly name: string
  readonly words: string
}

const remedy = "Set TELEMARK_EHLO_NAME to a full host name that resolves to this machine."
const consequence = "Some mail servers refuse such mail, Gmail's relay among them."

/** The configured name, or else the machine's if that is fully qualified. */
export const sourceOf = (
  { ehloName }: Pick<Settings, "ehloName">,
  machine: string | undefined
): EhloSource | undefined => {
  if (ehloName !== undefined) return { name: ehloName, words: `TELEMARK_EHLO_NAME is ${ehloName}` }
  return machine === undefined
    ? undefined
    : { name: machine, words: `EHLO gives this machine's name, ${machine}` }
}

export const judgeShortName = (machine: string, sender: string | undefined): Finding => {
  const instead =
    sender === undefined
      ? "the domain of the sender whose mail opens the connection, which mail of other senders may use later"
      : `${sender}, the domain of TELEMARK_FROM`
  return onEhlo.warn(
    `This machine's host name, ${machine}, is not fully qualified: EHLO gives ${instead}. ${remedy}`
  )
}

/** Undefined for names that can be looked up. */
const judgeForm = ({ name, words }: EhloSource): Finding | undefined => {
  if (name.startsWith("["))
    return onEhlo.warn(`${words}, an address instead of a name. ${consequence} ${remedy}`)
  return isFullyQualified(name)
    ? undefined
    : onEhlo.warn(`${words}, which is not fully qualified. ${consequence} ${remedy}`)
}

/** Whether receivers can resolve the EHLO name. No finding if mail is captured. */
export const checkEhlo = (settings: Settings) => {
  if (settings.transport._tag === "Capture" && settings.ehloName === undefined)
    return Effect.succeed([])
  const source = sourceOf(settings, machineName())
  if (source === undefined)
    return Effect.succeed([judgeShortName(hostname(), senderDomain(settings))])
  const form = judgeForm(source)
  if (form !== undefined) return Effect.succeed([form])
  const { words } = source
  return Effect.match(resolves(source.name, settings), {
    onFailure: ({ reason }) => [
      onEhlo.warn(`${words}. It could not be resolved: DNS doesn't answer (${reason}).`)
    ],
    onSuccess: (isResolved) => [
      isResolved
        ? onEhlo.ok(`${words}, which resolves.`)
        : onEhlo.warn(
            `${words}, which does not resolve. ${consequence} Publish an address record for it, or set TELEMARK_EHLO_NAME to another name.`
          )
    ]
  })
}
