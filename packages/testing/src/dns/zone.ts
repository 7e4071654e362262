/** The record types that a zone can hold. */
export type DnsType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "TXT"

/** What one record of a type holds. */
export interface DnsValues {
  readonly A: string
  readonly AAAA: string
  /** The name that this one is an alias of: asked for other types, its records are answered too. */
  readonly CNAME: string
  /** An empty exchange is a null MX (RFC 7505). */
  readonly MX: { readonly priority: number; readonly exchange: string }
  readonly NS: string
  readonly PTR: string
  /** Text in UTF-8, cut every 255 octets; or the strings of the record one by one. */
  readonly TXT: string | ReadonlyArray<string>
}

/** What the server does instead of answering. */
export type DnsBehaviour = "servfail" | "refused" | "silence"

/** The records of a name and type, or what the server does instead. No records: the name exists, without this type. */
export type DnsOutcome<T extends DnsType> = ReadonlyArray<DnsValues[T]> | DnsBehaviour

/** An outcome, or what gives it at each query: they are counted from 1, by name and type. */
export type DnsScript<T extends DnsType> = DnsOutcome<T> | ((query: number) => DnsOutcome<T>)

/** Scripts by name and type. Names are absolute, in any case, without a dot at their end. */
export type Zone = Readonly<Record<string, { readonly [T in DnsType]?: DnsScript<T> }>>

/** A record ready to be sent. */
export type DnsRecord = { readonly [T in DnsType]: { readonly type: T; readonly value: DnsValues[T] } }[DnsType]

type Lookup = (query: number) => ReadonlyArray<DnsRecord> | DnsBehaviour

/** The name as it is compared: case doesn't matter (RFC 4343), nor does the dot of the root. */
export const fold = (name: string): string => name.toLowerCase().replace(/\.$/, "")

/** The script with the type at each record. */
export const toLookup = <T extends DnsType>(type: T, script: DnsScript<T>): Lookup => (query) => {
  const outcome = typeof script === "function" ? script(query) : script
  // Of a generic type, the compiler can't tell that type and value belong together.
  return typeof outcome === "string" ? outcome : outcome.map((value) => ({ type, value }) as unknown as DnsRecord)
}

/** Scripts by name and type, with the queries counted. */
export class Scripts {
  readonly #names = new Map<string, Map<string, { readonly lookup: Lookup; queries: number }>>()

  set<T extends DnsType>(name: string, type: T, script: DnsScript<T>): void {
    const types = this.#names.get(fold(name)) ?? new Map<string, { lookup: Lookup; queries: number }>()
    this.#names.set(fold(name), types.set(type, { lookup: toLookup(type, script), queries: 0 }))
  }

  remove(name: string): void {
    this.#names.delete(fold(name))
  }

  /** Whether there is such a name: also those between a name and the root exist (RFC 8020). */
  has(name: string): boolean {
    return this.#names.has(name) || [...this.#names.keys()].some((known) => known.endsWith(`.${name}`))
  }

  /** What the script says to this query; undefined without one. */
  ask(name: string, type: string): ReadonlyArray<DnsRecord> | DnsBehaviour | undefined {
    const script = this.#names.get(name)?.get(type)
    return script?.lookup(++script.queries)
  }
}
