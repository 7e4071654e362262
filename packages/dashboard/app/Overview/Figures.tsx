import type { AnalyticsSummary } from "@telemark/client"
import { engagements } from "@telemark/contract"
import { Card } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { type Change, type Figure, figuresOf } from "./figures.js"
import styles from "./overview.module.css"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useChangeFormats, useRate } from "./useRate.js"

const levels: Readonly<Record<Figure["level"], string>> = {
  good: "",
  neutral: "",
  warn: styles["warn"] ?? "",
  bad: styles["bad"] ?? ""
}

/** How a figure differs from the period before; what that was is told on hover. */
const ChangeOf = ({ change: { by, level, of } }: { readonly change: Change }) => {
  const texts = useOverviewTexts()
  const { percent, points } = useChangeFormats()
  return (
    <span class={styles["change"]} data-level={level} title={texts.comparison}>
      <span class="hidden">{texts.comparison}: </span>
      {of === "count" ? percent(by) : texts.points(points(by * 100))}
    </span>
  )
}

const FigureTile = ({
  figure: { change, count, level, limit, name, rate },
  hint
}: {
  readonly figure: Figure
  readonly hint: string
}) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  const said =
    rate === null
      ? hint
      : limit !== null
        ? texts.ofLimit(percent(rate), percent(limit))
        : name === "failed"
          ? texts.ofAll(percent(rate))
          : texts.ofSent(percent(rate))
  return (
    <div class={`card ${styles["figure"] ?? ""}`}>
      <dt>{texts.figures[name]}</dt>
      <dd class={styles["counted"]}>
        <span class={`${styles["count"] ?? ""} ${levels[level]}`}>{formats.number(count)}</span>
        {change === null || change.by === 0 ? null : <ChangeOf change={change} />}
      </dd>
      <dd class="muted">{said}</dd>
    </div>
  )
}

/** The numbers of a period, each with its rate. */
export const Figures = ({ summary }: { readonly summary: AnalyticsSummary }) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  const [month] = summary.monthly_usage
  const limit = month?.limit ?? null
  const hintOf = (name: Figure["name"]): string =>
    name === "sent" && month !== undefined && limit !== null && limit > 0
      ? texts.monthly(percent(month.sent / limit), formats.number(limit))
      : texts.hints[name]
  return (
    <div class="stack">
      <dl class={styles["figures"]}>
        {figuresOf(summary).map((figure) => (
          <FigureTile key={figure.name} figure={figure} hint={hintOf(figure.name)} />
        ))}
      </dl>
      <p class={styles["note"]}>{texts.definition}</p>
    </div>
  )
}

/** What readers did. Left out while nothing was reported, as where mail isn't tracked. */
export const Engagement = ({ summary }: { readonly summary: AnalyticsSummary }) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  if (engagements.every((member) => summary[member] === 0)) return null
  return (
    <Card title={texts.engagement}>
      <div class="stack">
        <dl class={styles["readers"]}>
          {engagements.map((member) => (
            <div key={member}>
              <dt>{texts.figures[member]}</dt>
              <dd class={styles["count"]}>{formats.number(summary[member])}</dd>
              <dd class="muted">
                {summary.total_sent === 0
                  ? ""
                  : texts.ofSent(percent(summary[member] / summary.total_sent))}
              </dd>
            </div>
          ))}
        </dl>
        <p class={styles["note"]}>{texts.engagementHint}</p>
      </div>
    </Card>
  )
}
