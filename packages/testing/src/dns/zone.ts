/** The record types that a zone can hold. */
export type DnsType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "TXT"

/** The value of a record, by type. */
export interface DnsValues {
  readonly A: string
  readonly AAAA: string
  /** The name that this one is an alias of. Queries for other types return its records too. */
  readonly CNAME: string
  /** An empty exchange is a null MX (RFC 7505). */
  readonly MX: { readonly priority: number; readonly exchange: string }
  readonly NS: string
  readonly PTR: string
  /** Text in UTF-8, split every 255 octets; or the record's strings one by one. */
  readonly TXT: string | ReadonlyArray<string>
}

/** What the server does instead of answering. */
export type DnsBehaviour = "servfail" | "refused" | "silence"

/**
 * The records of a name and type, or what the server does instead. An empty list: the name exists,
 * without this type.
 */
export type DnsOutcome<T extends DnsType> = ReadonlyArray<DnsValues[T]> | DnsBehaviour

/**
 * An outcome, or a function that returns one for each query; queries are counted from 1, by name
 * and type.
 */
export type DnsScript<T extends DnsType> = DnsOutcome<T> | ((query: number) => DnsOutcome<T>)

/** Scripts by name and type. Names are absolute, in any case, without a trailing dot. `*.` begins a wildcard. */
export type Zone = Readonly<Record<string, { readonly [T in DnsType]?: DnsScript<T> }>>

export type DnsRecord = {
  readonly [T in DnsType]: { readonly type: T; readonly value: DnsValues[T] }
}[DnsType]

type Lookup = (query: number) => ReadonlyArray<DnsRecord> | DnsBehaviour

/** The name for comparison: case doesn't matter (RFC 4343), nor does a trailing dot. */
export const fold = (name: string): string => name.toLowerCase().replace(/\.$/, "")

const parentOf = (name: string): string => /\.(.*)$/.exec(name)?.[1] ?? ""

export const toLookup =
  <T extends DnsType>(type: T, script: DnsScript<T>): Lookup =>
  (query) => {
    const outcome = typeof script === "function" ? script(query) : script
    // The compiler can't tell that the generic type and its value match.
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

  /** Whether the name exists; so do all names between a name and the root (RFC 8020). */
  has(name: string): boolean {
    return (
      this.#names.has(name) || [...this.#names.keys()].some((known) => known.endsWith(`.${name}`))
    )
  }

  /** The name whose records answer for this one: itself, or the wildcard above it (RFC 4592). */
  sourceOf(name: string): string {
    if (this.has(name)) return name
    for (let above = parentOf(name); above !== ""; above = parentOf(above)) {
      if (this.#names.has(`*.${above}`)) return `*.${above}`
      if (this.has(above)) return name
    }
    return name
  }

  /** The answer to this query; undefined without a script. */
  ask(name: string, type: string): ReadonlyArray<DnsRecord> | DnsBehaviour | undefined {
    const script = this.#names.get(name)?.get(type)
    return script?.lookup(++script.queries)
  }
}
