import type { ReputationSummary } from "@telemark/client"
import { reputationLimits } from "@telemark/contract"
import { Badge, Table } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { judgementOf, type Window, type WindowFigures } from "./judgement.js"
import styles from "./overview.module.css"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useRate } from "./useRate.js"

const windows: ReadonlyArray<Window> = ["hour", "day", "week"]
const tones = { ok: "good", warn: "warn", pause: "bad" } as const

/** How good the figures of a window are. */
export const LevelBadge = ({ level }: { readonly level: keyof typeof tones }) => (
  <Badge tone={tones[level]}>{useOverviewTexts().levels[level]}</Badge>
)

/** A level, and which limit it comes from. */
const State = ({
  figures,
  window
}: {
  readonly figures: WindowFigures
  readonly window: Window
}) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  const found = judgementOf(window, figures)
  return (
    <span class={styles["state"]}>
      <LevelBadge level={figures.level} />
      {found._tag === "Fine" ? null : (
        <span class={styles["note"]}>
          {found._tag === "Few"
            ? texts.tooFew(formats.number(found.minSent))
            : texts.above(
                percent(found.limit),
                texts.measures[found.measure],
                found.fewerThan === null ? null : formats.number(found.fewerThan)
              )}
        </span>
      )}
    </span>
  )
}

/** What is counted, and the limits, in a line. */
const ReputationNote = () => {
  const texts = useOverviewTexts()
  const percent = useRate()
  const rates = (measure: "bounces" | "complaints") => {
    const limit = reputationLimits.find((one) => one.measure === measure)
    return [percent(limit?.rates.warn ?? 0), percent(limit?.rates.pause ?? 0)] as const
  }
  return (
    <p class={`card-body ${styles["note"] ?? ""}`}>
      {texts.reputationNote(rates("bounces"), rates("complaints"))}
    </p>
  )
}

/** The rates of the last hour, day and week. */
export const ReputationTable = ({
  figures
}: {
  readonly figures: Pick<ReputationSummary, Window>
}) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  return (
    <>
      <Table
        label={texts.reputation}
        rows={windows}
        keyOf={(window) => window}
        columns={[
          {
            name: texts.window,
            cell: (window) => <span class="nowrap">{texts.windows[window]}</span>
          },
          {
            name: texts.figures.sent,
            numeric: true,
            cell: (window) => formats.number(figures[window].sent)
          },
          {
            name: texts.bounceRate,
            numeric: true,
            cell: (window) => percent(figures[window].bounce_rate)
          },
          {
            name: texts.complaintRate,
            numeric: true,
            cell: (window) => percent(figures[window].complaint_rate)
          },
          {
            name: texts.level,
            cell: (window) => <State window={window} figures={figures[window]} />
          }
        ]}
      />
      <ReputationNote />
    </>
  )
}
