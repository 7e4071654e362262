import { type Directive, type DomainSpec, expand, type IpAddress, isName, isWithin, shorten, withoutRoot } from "../Spf/index.js"

/** An address that nobody has: where it may send, everybody may; and no mechanism ends its evaluation early. */
export const nobody: IpAddress = { version: 4, bytes: [0, 0, 0, 0], text: "0.0.0.0" }

const ofAddress = new Set(["i", "p", "v"])

/** The name that a term of the record of `domain` is about; undefined if DNS can't have it or it depends on who sends. */
export const nameOf = (domain: string, spec: DomainSpec | undefined): string | undefined => {
  if (spec === undefined) return domain
  if (spec.parts.some((part) => part._tag === "Macro" && ofAddress.has(part.letter))) return undefined
  const values = { sender: `postmaster@${domain}`, helo: domain, domain, address: nobody, validatedName: "unknown" }
  const name = shorten(withoutRoot(expand(spec.parts, values))).toLowerCase()
  return isName(name) ? name : undefined
}

/** The names that mechanisms send servers to, but for the domain's own: whoever handed them out answers for those. */
export const namesOf = (domain: string, directives: ReadonlyArray<Directive>): ReadonlyArray<string> =>
  directives.flatMap(({ mechanism }) => {
    const name = mechanism._tag === "All" || mechanism._tag === "Ip" ? undefined : nameOf(domain, mechanism.target)
    return name === undefined || isWithin(name, domain.toLowerCase()) ? [] : [name]
  })
