import { type Period, periodNames } from "@telemark/contract"
import { useOverviewTexts } from "./useOverviewTexts.js"
import styles from "./overview.module.css"

export const defaultPeriod: Period = "7d"

/** Chooses the period of all figures of the page. */
export const PeriodSwitch = ({
  chosen,
  onChoose
}: {
  readonly chosen: Period
  readonly onChoose: (period: Period) => void
}) => {
  const texts = useOverviewTexts()
  return (
    <div class={styles["switch"]} role="group" aria-label={texts.period}>
      {periodNames.map((period) => (
        <button
          key={period}
          type="button"
          aria-pressed={period === chosen}
          onClick={() => {
            onChoose(period)
          }}
        >
          {texts.periods[period]}
        </button>
      ))}
    </div>
  )
}
