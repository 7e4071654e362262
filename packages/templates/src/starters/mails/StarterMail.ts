import type { Brand } from "@telemark/contract"
import type { Mail } from "../layout/document.js"
import type { Look } from "../look/Look.js"

export interface StarterMail {
  readonly slug: string
  readonly name: string
  readonly category: string
  readonly description: string
  /** `brandName` is plain text on one line, which must not be part of a merge tag. */
  readonly subject: (brandName: string) => string
  readonly mail: (look: Look) => Mail
  /**
   * The variables with their defaults. An empty default: the text about it is omitted, or the mail
   * requires the variable.
   */
  readonly variables: (brand: Brand) => Readonly<Record<string, string>>
  readonly sample: Readonly<Record<string, unknown>>
}

/** Variables without a default. */
export const withoutDefaults = (
  ...names: ReadonlyArray<string>
): Readonly<Record<string, string>> => Object.fromEntries(names.map((name) => [name, ""]))
