import type { IpAddress } from "./addresses.js"
import type { MacroPart } from "./macros.js"

/** What a mechanism says of the addresses that it matches. */
export type Qualifier = "pass" | "fail" | "softfail" | "neutral"

/** A domain name in which macros may stand. */
export interface DomainSpec {
  readonly text: string
  readonly parts: ReadonlyArray<MacroPart>
}

/** RFC 7208 5. Without `target`, it is about the domain that the record is of. */
export type Mechanism =
  | { readonly _tag: "All" }
  | { readonly _tag: "Include"; readonly target: DomainSpec }
  | { readonly _tag: "Exists"; readonly target: DomainSpec }
  | { readonly _tag: "Ptr"; readonly target: DomainSpec | undefined }
  | { readonly _tag: "A" | "Mx"; readonly target: DomainSpec | undefined; readonly prefix4: number; readonly prefix6: number }
  | { readonly _tag: "Ip"; readonly network: IpAddress; readonly prefix: number }

/** A mechanism with what it says. */
export interface Directive {
  readonly qualifier: Qualifier
  readonly mechanism: Mechanism
  /** As it stands in the record. */
  readonly text: string
}

/** An SPF record (RFC 7208 4.6.1). */
export interface SpfRecord {
  readonly directives: ReadonlyArray<Directive>
  readonly redirect: DomainSpec | undefined
  /** Modifiers, as they stand in the record. */
  readonly modifiers: ReadonlyArray<string>
}
