import type { Directive, DomainSpec } from "../spf/SpfRecord.js"
import type { IpAddress } from "../spf/addresses.js"
import { expand } from "../spf/macros.js"
import { isName, isWithin, shorten, withoutRoot } from "../spf/names.js"

/** An address that nobody has: if it may send, everybody may. No mechanism matches it early. */
export const nobody: IpAddress = { version: 4, bytes: [0, 0, 0, 0], text: "0.0.0.0" }

const ofAddress = new Set(["i", "p", "v"])

/**
 * The name that a term refers to. Undefined if it isn't a valid DNS name or depends on the sending
 * address.
 */
export const nameOf = (domain: string, spec: DomainSpec | undefined): string | undefined => {
  if (spec === undefined) return domain
  if (spec.parts.some((part) => part._tag === "Macro" && ofAddress.has(part.letter)))
    return undefined
  const values = {
    sender: `postmaster@${domain}`,
    helo: domain,
    domain,
    address: nobody,
    validatedName: "unknown"
  }
  const name = shorten(withoutRoot(expand(spec.parts, values))).toLowerCase()
  return isName(name) ? name : undefined
}

/**
 * The names that mechanisms refer to, without the domain's own. Errors there are those of the
 * operator who provided the mechanisms.
 */
export const namesOf = (
  domain: string,
  directives: ReadonlyArray<Directive>
): ReadonlyArray<string> =>
  directives.flatMap(({ mechanism }) => {
    const name =
      mechanism._tag === "All" || mechanism._tag === "Ip"
        ? undefined
        : nameOf(domain, mechanism.target)
    return name === undefined || isWithin(name, domain.toLowerCase()) ? [] : [name]
  })
