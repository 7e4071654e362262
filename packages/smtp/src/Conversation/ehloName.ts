import { ehloNameRule, isFullyQualified, toEhloName, ValidationFailed } from "@telemark/core"
import { hostname } from "node:os"

/** An option as it follows EHLO; throws `ValidationFailed` for what can't. */
export const checkedEhloName = (option: string, name: string | undefined): string | undefined => {
  if (name === undefined) return undefined
  const checked = typeof (name as unknown) === "string" ? toEhloName(name) : undefined
  if (checked === undefined) throw ValidationFailed.at(option, `must be ${ehloNameRule}`)
  return checked
}

/**
 * This machine's full host name, as it can follow EHLO; undefined if it has only a short one, or one that is for local use
 * (`localhost.localdomain`, `….internal`): to others these say nothing, and some refuse them.
 */
export const machineName = (name = hostname()): string | undefined => isFullyQualified(name) ? toEhloName(name) : undefined

/** The name in EHLO: the route's own, else the domain of who sends, else whatever the machine is called. */
export const ehloNameFor = (routeName: string | undefined, senderDomain: string | undefined): string =>
  routeName ?? senderDomain ?? toEhloName(hostname()) ?? "localhost"
