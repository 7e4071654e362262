import type { DnsBehaviour, DnsRecord, Scripts } from "./zone.js"
import { fold } from "./zone.js"

/** The response to a query. Records have their own names, since aliases may have been followed. */
export interface DnsAnswer {
  readonly code: "noerror" | "nxdomain"
  readonly records: ReadonlyArray<{ readonly name: string; readonly record: DnsRecord }>
}

const maxAliases = 16

/**
 * Answers a query from the zone and follows aliases as a recursive resolver does. An endless chain
 * is a SERVFAIL.
 */
export const answer = (scripts: Scripts, asked: string, type: string): DnsAnswer | DnsBehaviour => {
  const records: Array<DnsAnswer["records"][number]> = []
  let name = fold(asked)
  for (let aliases = 0; aliases <= maxAliases; aliases++) {
    const source = scripts.sourceOf(name)
    const found = scripts.ask(source, type)
    if (typeof found === "string") return found
    records.push(...(found ?? []).map((record) => ({ name, record })))
    const alias = found === undefined && type !== "CNAME" ? scripts.ask(source, "CNAME") : undefined
    if (typeof alias === "string") return alias
    const [first] = alias ?? []
    if (first?.type !== "CNAME")
      return { code: scripts.has(source) ? "noerror" : "nxdomain", records }
    records.push({ name, record: first })
    name = fold(first.value)
  }
  return "servfail"
}
