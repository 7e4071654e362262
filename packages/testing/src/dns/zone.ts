export type DnsType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "TXT"

export interface DnsValues {
  readonly A: string
  readonly AAAA: string
  /** Queries for other types return the records of the name that this is an alias of, too. */
  readonly CNAME: string
  /** An empty exchange is a null MX (RFC 7505). */
  readonly MX: { readonly priority: number; readonly exchange: string }
  readonly NS: string
  readonly PTR: string
  /** Text in UTF-8, split every 255 octets; or the record's strings one by one. */
  readonly TXT: string | ReadonlyArray<string>
}

/** Instead of an answer. */
export type DnsBehaviour = "servfail" | "refused" | "silence"

/**
 * The records, or what the server does instead. An empty list: the name exists, without this type.
 */
export type DnsOutcome<T extends DnsType> = ReadonlyArray<DnsValues[T]> | DnsBehaviour

/** Or a function of the number of the query, counted from 1 by name and type. */
export type DnsScript<T extends DnsType> = DnsOutcome<T> | ((query: number) => DnsOutcome<T>)

/**
 * By name and type. Names are absolute, in any case, without a trailing dot. `*.` begins a
 * wildcard.
 */
export type Zone = Readonly<Record<string, { readonly [T in DnsType]?: DnsScript<T> }>>

export type DnsRecord = {
  readonly [T in DnsType]: { readonly type: T; readonly value: DnsValues[T] }
}[DnsType]

type Lookup = (query: number) => ReadonlyArray<DnsRecord> | DnsBehaviour

/** Case doesn't matter (RFC 4343), nor does a trailing dot. */
const fold = (name: string): string => name.toLowerCase().replace(/\.$/, "")

const parentOf = (name: string): string => /\.(.*)$/.exec(name)?.[1] ?? ""

const toLookup =
  <T extends DnsType>(type: T, script: DnsScript<T>): Lookup =>
  (query) => {
    const outcome = typeof script === "function" ? script(query) : script
    // The compiler can't tell that type and value match.
    return typeof outcome === "string"
      ? outcome
      : outcome.map((value) => ({ type, value }) as unknown as DnsRecord)
  }

export class Scripts {
  readonly #names = new Map<string, Map<string, { readonly lookup: Lookup; queries: number }>>()

  set<T extends DnsType>(name: string, type: T, script: DnsScript<T>): void {
    const types =
      this.#names.get(fold(name)) ?? new Map<string, { lookup: Lookup; queries: number }>()
    this.#names.set(fold(name), types.set(type, { lookup: toLookup(type, script), queries: 0 }))
  }

  remove(name: string): void {
    this.#names.delete(fold(name))
  }

  /** So do all names between a name and the root (RFC 8020). */
  has(name: string): boolean {
    return (
      this.#names.has(name) || [...this.#names.keys()].some((known) => known.endsWith(`.${name}`))
    )
  }

  /** The name itself, or the wildcard above it (RFC 4592). */
  sourceOf(name: string): string {
    if (this.has(name)) return name
    for (let above = parentOf(name); above !== ""; above = parentOf(above)) {
      if (this.#names.has(`*.${above}`)) return `*.${above}`
      if (this.has(above)) return name
    }
    return name
  }

  /** Undefined without a script. */
  ask(name: string, type: string): ReadonlyArray<DnsRecord> | DnsBehaviour | undefined {
    const script = this.#names.get(name)?.get(type)
    return script?.lookup(++script.queries)
  }
}

/** Records have their own names, since aliases may have been followed. */
export interface DnsAnswer {
  readonly code: "noerror" | "nxdomain"
  readonly records: ReadonlyArray<{ readonly name: string; readonly record: DnsRecord }>
}

const maxAliases = 16

/** Follows aliases as a recursive resolver does. An endless chain is a SERVFAIL. */
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
