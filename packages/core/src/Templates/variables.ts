import type { PartUses, TemplateContent, TemplateVariant } from "./TemplateRecord.js"
import { mergeUses, pathsOf, type VariableUses } from "./VariableUse.js"

/** What the parts use together. */
export const usesOfParts = ({ html, subject, text }: PartUses): VariableUses => mergeUses(mergeUses(subject, html), text)

/** What a template uses in any language. */
export const usesOf = (content: Pick<TemplateContent, "uses" | "locales">): VariableUses =>
  Object.values(content.locales).reduce((all, { uses }) => mergeUses(all, usesOfParts(uses)), usesOfParts(content.uses))

/** Every variable found, by path, with its declared default or `""`. */
export const variablesOf = (
  uses: VariableUses,
  declared: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(pathsOf(uses).map((path) => [path, Object.hasOwn(declared, path) ? declared[path] ?? "" : ""]))

const mostNamed = 20

const named = (paths: ReadonlyArray<string>): string =>
  paths.slice(0, mostNamed).join(", ") + (paths.length > mostNamed ? ` and ${String(paths.length - mostNamed)} more` : "")

const warnOf = (paths: ReadonlyArray<string>, say: (names: string) => string): ReadonlyArray<string> =>
  paths.length === 0 ? [] : [say(named(paths))]

/** Variables that are used and not declared, and the reverse: one of the two is often a misspelling of the other. */
export const declarationWarnings = (content: Pick<TemplateContent, "uses" | "locales" | "variables">): ReadonlyArray<string> => {
  const used = pathsOf(usesOf(content))
  const declared = Object.keys(content.variables)
  return [
    ...warnOf(used.filter((path) => !declared.includes(path)), (names) =>
      `variables: not declared: ${names}. Where the data of a send lacks them, they are empty.`),
    ...warnOf(declared.filter((path) => !used.includes(path)), (names) => `variables: declared and not used: ${names}.`)
  ]
}

const partNames = [["subject", "subject_template"], ["html", "html"], ["text", "text_body"]] as const

const isThere = (variant: TemplateVariant, member: "subject_template" | "html" | "text_body"): boolean => variant[member] !== null

/** Variables that the template uses and a locale's own version of the same part doesn't: a translation may have lost them. */
export const localeWarnings = (content: TemplateContent): ReadonlyArray<string> =>
  Object.entries(content.locales).flatMap(([tag, variant]) =>
    partNames.flatMap(([part, member]) => {
      if (!isThere(content, member) || !isThere(variant, member)) return []
      const translated = pathsOf(variant.uses[part])
      const lost = pathsOf(content.uses[part]).filter((path) => !translated.includes(path))
      return warnOf(lost, (names) => `locales.${tag}.${member}: without variables that the template has there: ${names}.`)
    }))
