import type { Brand } from "@telemark/core"
import type { Mail } from "../Layout/index.js"
import type { Look } from "../Look/index.js"

/** A starter: what it is called, and what it says in a brand. */
export interface StarterMail {
  readonly slug: string
  readonly name: string
  readonly category: string
  readonly description: string
  /** `brandName` is plain text on one line; merge tags must not touch it. */
  readonly subject: (brandName: string) => string
  readonly mail: (look: Look) => Mail
  /**
   * The variables, each with what stands in for it where the data of a send lacks it. If that is empty, what would
   * have been said with it is left out, or the mail can't do without it.
   */
  readonly variables: (brand: Brand) => Readonly<Record<string, string>>
  /** Data such as it is made for. */
  readonly sample: Readonly<Record<string, unknown>>
}

/** Variables that nothing can stand in for. */
export const withoutDefaults = (...names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, ""]))
