import { isFullyQualified } from "@telemark/core"
import { machineName } from "@telemark/smtp"
import { Effect } from "effect"
import { hostname } from "node:os"
import { senderDomain } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"
import { resolves } from "./dns.js"

const { ok, warn } = findingsOf("ehlo")

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
  return warn(
    `This machine's host name, ${machine}, is not fully qualified: EHLO gives ${instead}. ${remedy}`
  )
}

/** Undefined for names that can be looked up. */
const judgeForm = ({ name, words }: EhloSource): Finding | undefined => {
  if (name.startsWith("["))
    return warn(`${words}, an address instead of a name. ${consequence} ${remedy}`)
  return isFullyQualified(name)
    ? undefined
    : warn(`${words}, which is not fully qualified. ${consequence} ${remedy}`)
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
      warn(`${words}. It could not be resolved: DNS doesn't answer (${reason}).`)
    ],
    onSuccess: (isResolved) => [
      isResolved
        ? ok(`${words}, which resolves.`)
        : warn(
            `${words}, which does not resolve. ${consequence} Publish an address record for it, or set TELEMARK_EHLO_NAME to another name.`
          )
    ]
  })
}
