/** A finding of MJML's validator. Messages contain text of the author. */
export interface Finding {
  readonly line?: number
  readonly tagName?: string
  readonly message: string
}

const max = 50

const short = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

const invalidValue =
  /^Attribute (\S+) has invalid value: .* for type (?:\w+) ?(?:, (only accepts [^,].*))?$/s

/** The finding in one short line without values. Undefined if it doesn't help the author. */
const sentence = ({ message, tagName }: Finding): string | undefined => {
  const element = short(tagName ?? "an element")
  const value = invalidValue.exec(message)
  if (value !== null) {
    // MJML doesn't know the values of merge tags.
    if (message.includes("{{")) return undefined
    const takes =
      value[2] === undefined
        ? "has a value that MJML doesn't accept"
        : value[2].replace("only accepts", "must be one of")
    return `${short(value[1] ?? "an attribute")} of ${element} ${takes}`
  }
  const illegal = /^Attributes? (.+) (?:is|are) illegal$/s.exec(message)
  if (illegal !== null) return `${element} has no attribute ${short(illegal[1] ?? "")}`
  if (/^[\w-]+ cannot be used inside [\w-]+, only inside: [\w, -]*$/.test(message))
    return message.trim()
  if (message.startsWith("Empty mj-title")) return "mj-title is empty; give the mail a title"
  return `MJML doesn't accept ${element} like this`
}

/**
 * The distinct findings as warnings, at most 50 and one line each. They name elements and
 * attributes but no values.
 */
export const warningsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const warnings = new Set<string>()
  for (const finding of findings) {
    const says = sentence(finding)?.replace(/\s+/g, " ")
    if (says !== undefined)
      warnings.add(finding.line === undefined ? says : `line ${finding.line}: ${says}`)
  }
  const all = [...warnings]
  return all.length <= max
    ? all
    : [...all.slice(0, max), `${all.length - max} more findings of MJML`]
}
