import { Badge, Copy, type Tone } from "../Parts/index.js"
import type { RecordCheck } from "./checks.js"
import styles from "./domains.module.css"
import { useDomainTexts } from "./useDomainTexts.js"
import { inZone } from "./zone.js"

const State = ({ finding, isNeeded }: RecordCheck) => {
  const texts = useDomainTexts()
  if (finding === undefined) return <Badge>{texts.unchecked}</Badge>
  if (finding.verified) return <Badge tone="good">{texts.found}</Badge>
  const tone: Tone =
    finding.status === "temperror" || !isNeeded || finding.status === "missing" ? "warn" : "bad"
  return <Badge tone={tone}>{texts.problem[finding.status] ?? texts.wrong}</Badge>
}

const Line = ({
  copies,
  label,
  text,
  what
}: {
  readonly label: string
  readonly text: string
  readonly what: string
  readonly copies?: string
}) => (
  <div class={styles["line"]}>
    <dt>{label}</dt>
    <dd>
      <code class={styles["text"]}>{text}</code>
      <Copy text={copies ?? text} what={what} />
    </dd>
  </div>
)

/** One record to publish, what was found of it, and what to do. */
export const RecordCard = ({
  check,
  title,
  zone
}: {
  readonly check: RecordCheck
  readonly title: string
  readonly zone: string
}) => {
  const texts = useDomainTexts()
  const { finding, isNeeded, name, record } = check
  const host = inZone(record.host, zone)
  const lines = (
    <dl class={styles["lines"]}>
      <Line label={texts.host} text={host} what={texts.copyHost(title)} />
      {host === record.host ? null : (
        <Line label={texts.fullHost} text={record.host} what={texts.copyFullHost(title)} />
      )}
      <Line label={texts.value} text={record.value} what={texts.copyValue(title)} />
    </dl>
  )
  return (
    <section class={styles["record"]} aria-label={title}>
      <div class="spread">
        <div class="row">
          <h3>{title}</h3>
          <code class={styles["type"]}>{record.type}</code>
          <span class="muted">{isNeeded ? texts.needed : texts.recommended}</span>
        </div>
        <State {...check} />
      </div>
      <p class="muted">{texts.why[name]}</p>
      {finding?.verified === true ? (
        <details class={styles["folded"]}>
          <summary>{texts.showRecord}</summary>
          {lines}
        </details>
      ) : (
        lines
      )}
      {finding === undefined || finding.verified ? null : (
        <div class={styles["finding"]}>
          <p>{finding.message}</p>
          <dl class={styles["compared"]}>
            <div>
              <dt>{texts.foundNow}</dt>
              <dd>
                {finding.found === null ? (
                  texts.nothingFound
                ) : (
                  <code class={styles["text"]}>{finding.found}</code>
                )}
              </dd>
            </div>
            <div>
              <dt>{texts.expected}</dt>
              <dd>
                <code class={styles["text"]}>{finding.expected}</code>
              </dd>
            </div>
          </dl>
          {typeof finding.suggestion === "string" ? (
            <dl class={styles["lines"]}>
              <Line label={texts.suggestion} text={finding.suggestion} what={texts.suggestion} />
            </dl>
          ) : null}
        </div>
      )}
    </section>
  )
}
