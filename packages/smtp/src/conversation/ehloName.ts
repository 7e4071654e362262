import { ehloNameRule, isFullyQualified, toEhloName, ValidationFailed } from "@telemark/contract"
import { hostname } from "node:os"

/** Validates an option used as the name in EHLO. Throws `ValidationFailed`. */
export const checkedEhloName = (option: string, name: string | undefined): string | undefined => {
  if (name === undefined) return undefined
  const checked = typeof (name as unknown) === "string" ? toEhloName(name) : undefined
  if (checked === undefined) throw ValidationFailed.at(option, `must be ${ehloNameRule}`)
  return checked
}

/**
 * This machine's fully qualified host name as it can follow EHLO. Undefined if the name is short or
 * for local use (`localhost.localdomain`, `….internal`): such a name means nothing to other hosts,
 * and some refuse it.
 */
export const machineName = (name = hostname()): string | undefined =>
  isFullyQualified(name) ? toEhloName(name) : undefined

/** The name in EHLO: the route's, else the sender's domain, else the machine's name. */
export const ehloNameFor = (
  routeName: string | undefined,
  senderDomain: string | undefined
): string => routeName ?? senderDomain ?? toEhloName(hostname()) ?? "localhost"
