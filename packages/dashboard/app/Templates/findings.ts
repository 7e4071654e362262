import type { TemplatePreview } from "@telemark/client"

/** A problem of a template, taken out of the sentence in which a preview tells it. */
export interface Finding {
  readonly severity: "error" | "warning"
  /** The part that it is about, such as `mjml_source`; empty if it isn't about one. */
  readonly part: string
  /** Counts from 1; undefined if it isn't about a line. */
  readonly line: number | undefined
  readonly reason: string
}

const aboutPart = /^([a-z][\w-]*(?:\.[\w-]+)*): ([^]*)$/
const onLine = /^line (\d+): ([^]*)$/

const findingOf = (severity: Finding["severity"], part: string, text: string): Finding => {
  const [, line, reason] = onLine.exec(text) ?? []
  return line === undefined
    ? { severity, part, line: undefined, reason: text }
    : { severity, part, line: Number(line), reason: reason ?? text }
}

/** Errors begin with their part, and warnings of MJML with their line. */
export const findingsOf = ({
  errors,
  warnings
}: Pick<TemplatePreview, "errors" | "warnings">): ReadonlyArray<Finding> => [
  ...errors.map((error) => {
    const [, part, text] = aboutPart.exec(error) ?? []
    return findingOf("error", part ?? "", text ?? error)
  }),
  ...warnings.map((warning) =>
    findingOf("warning", onLine.test(warning) ? "mjml_source" : "", warning)
  )
]
