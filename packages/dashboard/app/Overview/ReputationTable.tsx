import type { ReputationSummary } from "@telemark/client"
import { Badge, Table } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useRate } from "./useRate.js"

const windows = ["hour", "day", "week"] as const
const tones = { ok: "good", warn: "warn", pause: "bad" } as const

/** How good the figures of a window are. */
export const LevelBadge = ({ level }: { readonly level: keyof typeof tones }) => (
  <Badge tone={tones[level]}>{useOverviewTexts().levels[level]}</Badge>
)

/** The rates of the last hour, day and week. */
export const ReputationTable = ({
  figures
}: {
  readonly figures: Pick<ReputationSummary, (typeof windows)[number]>
}) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  return (
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
          cell: (window) => (
            <span>
              <LevelBadge level={figures[window].level} />
            </span>
          )
        }
      ]}
    />
  )
}
