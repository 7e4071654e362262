import { isFullyQualified } from "@telemark/core"
import type { DnsTrouble } from "@telemark/network"
import { machineName } from "@telemark/smtp"
import { Effect, Result } from "effect"
import { hostname } from "node:os"
import { layerNameServers, senderDomain } from "../application/layers.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, ok, warn } from "./Finding.js"
import { resolves } from "./dns.js"

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
    "ehlo",
    `This machine's host name, ${machine}, is not fully qualified: EHLO gives ${instead}. ${remedy}`
  )
}

/** Undefined for names that can be looked up. */
const judgeForm = ({ name, words }: EhloSource): Finding | undefined => {
  if (name.startsWith("["))
    return warn("ehlo", `${words}, an address instead of a name. ${consequence} ${remedy}`)
  return isFullyQualified(name)
    ? undefined
    : warn("ehlo", `${words}, which is not fully qualified. ${consequence} ${remedy}`)
}

const judgeLookUp = ({ words }: EhloSource, answer: Result.Result<boolean, DnsTrouble>): Finding =>
  Result.match(answer, {
    onFailure: ({ reason }) =>
      warn("ehlo", `${words}. It could not be resolved: DNS doesn't answer (${reason}).`),
    onSuccess: (resolves) =>
      resolves
        ? ok("ehlo", `${words}, which resolves.`)
        : warn(
            "ehlo",
            `${words}, which does not resolve. ${consequence} Publish an address record for it, or set TELEMARK_EHLO_NAME to another name.`
          )
  })

/** Whether receivers can resolve the EHLO name. No finding if mail is captured. */
export const checkEhlo = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  if (settings.transport._tag === "Capture" && settings.ehloName === undefined)
    return Effect.succeed([])
  const source = sourceOf(settings, machineName())
  if (source === undefined)
    return Effect.succeed([judgeShortName(hostname(), senderDomain(settings))])
  const form = judgeForm(source)
  return form === undefined
    ? Effect.map(
        Effect.provide(Effect.result(resolves(source.name)), layerNameServers(settings.dnsServers)),
        (answer) => [judgeLookUp(source, answer)]
      )
    : Effect.succeed([form])
}
