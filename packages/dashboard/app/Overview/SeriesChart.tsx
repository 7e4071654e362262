import type { AnalyticsSeries } from "@telemark/client"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { useFormats } from "../Texts/index.js"
import { drawBars } from "./drawBars.js"
import styles from "./overview.module.css"
import {
  afterKey,
  bounceRates,
  heightsOf,
  labelled,
  type Layer,
  partsOf,
  rateBars,
  stack
} from "./seriesData.js"
import { useColours } from "./useColours.js"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useRate } from "./useRate.js"
import { useTimeNames } from "./useTimeNames.js"

const height = 240
/** Pixels that a label takes. */
const labelWidth = 76

const swatches: Readonly<Record<Layer, string | undefined>> = {
  delivered: styles["delivered"],
  unreported: styles["unreported"],
  bounced: styles["bounced"],
  failed: styles["failed"]
}

/**
 * Bars of a period's mail. The pointer or the arrow keys choose a bar, whose numbers stand above;
 * screen readers are told them.
 */
const SeriesChart = ({ series: { data, interval } }: { readonly series: AnalyticsSeries }) => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  const colours = useColours()
  const rates = useMemo(() => bounceRates(data, rateBars[interval]), [data, interval])
  const names = useTimeNames(interval, interval === "hour" ? data.length : 24 * data.length)
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const [chosen, setChosen] = useState(data.length - 1)

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = frame.current
    if (element === null || width === 0) return
    const chart = drawBars(element, {
      heights: heightsOf(data),
      rates,
      percent,
      colours,
      height,
      labelled: labelled(
        data.map(({ start }) => interval === "day" || new Date(start).getHours() === 0),
        Math.floor(width / labelWidth)
      ),
      number: formats.number,
      label: (index) => names.short(data[index]?.start ?? ""),
      onPoint: setPointed
    })
    return () => {
      chart.remove()
    }
  }, [data, rates, percent, interval, colours, width, names, formats])

  const at = Math.min(pointed ?? chosen, data.length - 1)
  const point = data[at]
  if (point === undefined) return null
  const parts = partsOf(point)
  const rate = rates[at] ?? null
  const bounces = rate === null ? "–" : percent(rate)
  const sentence = `${names.long(point.start)}: ${stack.map((layer) => `${texts.layers[layer]} ${formats.number(parts[layer])}`).join(", ")}, ${texts.rate[interval]} ${bounces}`
  const move = (event: KeyboardEvent): void => {
    const next = afterKey(event.key, chosen, data.length)
    if (next === undefined) return
    event.preventDefault()
    setPointed(null)
    setChosen(next)
  }
  return (
    <div class="stack">
      <div class={styles["legend"]} aria-hidden="true">
        <strong class="nowrap">{names.long(point.start)}</strong>
        {stack.map((layer) => (
          <span key={layer} class={styles["key"]}>
            <i class={`${styles["swatch"] ?? ""} ${swatches[layer] ?? ""}`} />
            {texts.layers[layer]} <b>{formats.number(parts[layer])}</b>
          </span>
        ))}
        <span class={styles["key"]}>
          <i class={`${styles["swatch"] ?? ""} ${styles["rate"] ?? ""}`} />
          {texts.rate[interval]} <b>{bounces}</b>
        </span>
      </div>
      <div
        ref={frame}
        class={styles["chart"]}
        tabIndex={0}
        role="slider"
        aria-label={texts.chart}
        aria-valuemin={1}
        aria-valuemax={data.length}
        aria-valuenow={at + 1}
        aria-valuetext={sentence}
        onKeyDown={move}
      />
    </div>
  )
}

export default SeriesChart
