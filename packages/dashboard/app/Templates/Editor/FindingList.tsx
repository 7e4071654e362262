import { Badge, Card } from "../../Parts/index.js"
import type { Finding } from "../findings.js"
import { useTemplateTexts } from "../useTemplateTexts.js"
import styles from "./editor.module.css"

interface FindingListProps {
  readonly findings: ReadonlyArray<Finding>
  /** Goes to a line of a part. */
  readonly onLine: (finding: Finding) => void
}

/** What is wrong with the template, each with the way to its line. */
export const FindingList = ({ findings, onLine }: FindingListProps) => {
  const { editor: texts } = useTemplateTexts()
  const count = (severity: Finding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length
  const [errors, warnings] = [count("error"), count("warning")]
  const nameOf = (part: string): string => texts.sections[part.split(".")[0] ?? ""] ?? part
  return (
    <Card
      title={texts.problems}
      actions={
        <span class="row" role="status">
          <Badge tone={errors === 0 ? "good" : "bad"}>
            {errors === 0 ? texts.noErrors : texts.errors(errors)}
          </Badge>
          {warnings === 0 ? null : <Badge tone="warn">{texts.warnings(warnings)}</Badge>}
        </span>
      }
      flush
    >
      {findings.length === 0 ? null : (
        <ul class={styles["findings"]}>
          {findings.map((finding) => {
            const { line, part, reason, severity } = finding
            const about = [
              part === "" ? "" : nameOf(part),
              line === undefined ? "" : texts.line(line)
            ]
              .filter((text) => text !== "")
              .join(", ")
            return (
              <li key={`${severity}${part}${String(line)}${reason}`} data-severity={severity}>
                {about === "" ? null : line === undefined ? (
                  <strong>{about}</strong>
                ) : (
                  <button
                    type="button"
                    class={styles["toLine"]}
                    onClick={() => {
                      onLine(finding)
                    }}
                  >
                    {about}
                  </button>
                )}
                <span>{reason}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
