import { ValidationFailed } from "@telemark/contract"
import type { TemplateContent, TemplateVariant } from "./Template.js"
import { mergeUses, pathsOf, type VariableUses } from "./VariableUse.js"
import { isLinkVariable } from "./templateData.js"

export const usesOf = (content: Pick<TemplateContent, "uses" | "locales">): VariableUses =>
  mergeUses(
    ...[content, ...Object.values(content.locales)].flatMap(({ uses }) => [
      uses.subject,
      uses.html,
      uses.text
    ])
  )

/** Every variable found, by path, with its declared default or `""`. */
export const variablesOf = (
  paths: ReadonlyArray<string>,
  declared: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paths.map((path) => [path, Object.hasOwn(declared, path) ? (declared[path] ?? "") : ""])
  )

const maxNamed = 20

const warnOf = (
  paths: ReadonlyArray<string>,
  say: (names: string) => string
): ReadonlyArray<string> => {
  if (paths.length === 0) return []
  const more = paths.length > maxNamed ? ` and ${String(paths.length - maxNamed)} more` : ""
  return [say(paths.slice(0, maxNamed).join(", ") + more)]
}

const without = (
  paths: ReadonlyArray<string>,
  others: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const known = new Set(others)
  return paths.filter((path) => !known.has(path))
}

/**
 * Warns of variables that are used but not declared, and the reverse: one is often a misspelling of
 * the other. What isn't used is known only if every part could be read.
 */
export const declarationWarnings = (
  used: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>>,
  isWhole = true
): ReadonlyArray<string> => {
  const declared = Object.keys(variables)
  return [
    ...warnOf(
      without(used, declared).filter((path) => !isLinkVariable(path)),
      (names) =>
        `variables: not declared: ${names}. They are empty where the data of a send lacks them.`
    ),
    ...warnOf(
      isWhole ? without(declared, used) : [],
      (names) => `variables: declared and not used: ${names}.`
    )
  ]
}

/** Warns of declared variables without a value in the data and without a default. */
export const withoutValueWarnings = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  warnOf(
    paths,
    (names) =>
      `data: without a value and empty in this mail: ${names}. The template declares them and has no default.`
  )

/** Refuses a send for the variables that `withoutValueWarnings` would warn of. */
export const withoutValueRefusal = (paths: ReadonlyArray<string>): ValidationFailed => {
  const more = paths.length - maxNamed
  return new ValidationFailed({
    details: {
      ...Object.fromEntries(
        paths
          .slice(0, maxNamed)
          .map((path) => [
            `data.${path}`,
            ["is missing: the template declares it without a default. Give null for no value"]
          ])
      ),
      ...(more > 0 ? { data: [`lacks ${String(more)} more variables of the template`] } : {})
    }
  })
}

const partNames = [
  ["subject", "subject_template"],
  ["html", "html"],
  ["text", "text_body"]
] as const

/**
 * Warns of variables that the template uses but a locale's version of the same part doesn't: a
 * translation may have lost them.
 */
export const localeWarnings = (content: TemplateContent): ReadonlyArray<string> =>
  partNames.flatMap(([part, member]) => {
    if (content[member] === null) return []
    const paths = pathsOf(content.uses[part])
    const lostBy = (variant: TemplateVariant) =>
      variant[member] === null ? [] : without(paths, pathsOf(variant.uses[part]))
    return Object.entries(content.locales).flatMap(([tag, variant]) =>
      warnOf(
        lostBy(variant),
        (names) =>
          `locales.${tag}.${member}: without variables that the template has there: ${names}.`
      )
    )
  })

/** In octets. Gmail shows no more than 102 kB of a mail's html. */
const maxShown = 100_000

/** A warning if a mailbox would cut the html off; none for most. */
export const largeHtmlWarning = (html: string | null | undefined): ReadonlyArray<string> => {
  // A character has at most three octets in UTF-8: nearly all mail needs no count.
  if (html === null || html === undefined || html.length * 3 < maxShown) return []
  const octets = new TextEncoder().encode(html).length
  return octets < maxShown
    ? []
    : [
        `html has ${String(Math.round(octets / 1000))} kB: Gmail cuts a mail off after 102 kB, and what follows, often the link for unsubscribing, isn't shown.`
      ]
}
