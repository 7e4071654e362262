import type { IpAddress } from "./addresses.js"
import type { MacroPart } from "./macros.js"

/** The result for addresses that a mechanism matches. */
export type Qualifier = "pass" | "fail" | "softfail" | "neutral"

/** A domain name that may contain macros. */
export interface DomainSpec {
  readonly text: string
  readonly parts: ReadonlyArray<MacroPart>
}

/** RFC 7208 5. Without `target`, it refers to the domain of the record. */
export type Mechanism =
  | { readonly _tag: "All" }
  | { readonly _tag: "Include"; readonly target: DomainSpec }
  | { readonly _tag: "Exists"; readonly target: DomainSpec }
  | { readonly _tag: "Ptr"; readonly target: DomainSpec | undefined }
  | {
      readonly _tag: "A" | "Mx"
      readonly target: DomainSpec | undefined
      readonly prefix4: number
      readonly prefix6: number
    }
  | { readonly _tag: "Ip"; readonly network: IpAddress; readonly prefix: number }

export interface Directive {
  readonly qualifier: Qualifier
  readonly mechanism: Mechanism
  readonly text: string
}

/** An SPF record (RFC 7208 4.6.1). */
export interface SpfRecord {
  readonly directives: ReadonlyArray<Directive>
  readonly redirect: DomainSpec | undefined
  /** Modifiers in their original text. */
  readonly modifiers: ReadonlyArray<string>
}
