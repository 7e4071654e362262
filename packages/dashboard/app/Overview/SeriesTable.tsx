import type { AnalyticsSeries } from "@telemark/client"
import { engagements } from "@telemark/contract"
import { Table } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { figureNames } from "./figures.js"
import styles from "./overview.module.css"
import { withMail } from "./seriesData.js"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useTimeNames } from "./useTimeNames.js"

const members = [...figureNames, ...engagements]

/** The numbers of the chart, newest first. Hours and days without mail are left out. */
export const SeriesTable = ({
  series: { data, interval }
}: {
  readonly series: AnalyticsSeries
}) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const names = useTimeNames(interval, interval === "hour" ? data.length : 24 * data.length)
  const rows = [...withMail(data)].reverse()
  return (
    <details class={styles["numbers"]}>
      <summary>{texts.showNumbers}</summary>
      {rows.length === 0 ? (
        <p class="muted">{texts.noMail}</p>
      ) : (
        <Table
          label={texts.numbers}
          rows={rows}
          keyOf={({ start }) => start}
          columns={[
            {
              name: interval === "hour" ? texts.hour : texts.day,
              cell: ({ start }) => <span class="nowrap">{names.long(start)}</span>
            },
            ...members.map((member) => ({
              name: texts.figures[member],
              numeric: true,
              cell: (row: (typeof rows)[number]) => formats.number(row[member])
            }))
          ]}
        />
      )}
    </details>
  )
}
