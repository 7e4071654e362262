import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"

export interface Colours {
  /** One for each layer, from the foot. */
  readonly layers: ReadonlyArray<string>
  readonly text: string
  readonly line: string
  readonly rate: string
}

export interface Bars {
  /** For each layer, from the foot: how high it reaches in each bar. */
  readonly heights: ReadonlyArray<ReadonlyArray<number>>
  /** A share for each bar, drawn as a line with a scale of its own at the right. */
  readonly rates: ReadonlyArray<number | null>
  readonly percent: (share: number) => string
  /** The bars that have a label, and the label of each. */
  readonly labelled: ReadonlyArray<number>
  readonly label: (index: number) => string
  readonly number: (value: number) => string
  readonly colours: Colours
  readonly height: number
  /** The bar below the pointer; null if there is none. */
  readonly onPoint: (index: number | null) => void
}

/** Draws bars into an element. Returns how to change the width, and how to take it away. */
export const drawBars = (
  into: HTMLElement,
  { colours, height, heights, label, labelled, number, onPoint, percent, rates }: Bars
) => {
  const count = heights[0]?.length ?? 0
  const paths = uPlot.paths.bars?.({ size: [0.72, 36], radius: 0 })
  const font = "12px system-ui, sans-serif"
  const layers = [...heights.keys()].reverse()
  const chart = new uPlot(
    {
      width: Math.max(1, into.clientWidth),
      height,
      padding: [8, 4, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { setScale: false } },
      scales: {
        x: { time: false, range: () => [-0.6, count - 0.4] },
        y: { range: (_, __, max) => [0, Math.max(4, max * 1.08)] },
        // The line stays below the middle: it is read beside the bars, not against them.
        rate: { range: (_, __, max) => [0, 2.5 * Math.max(0.02, max)] }
      },
      axes: [
        {
          stroke: colours.text,
          font,
          grid: { show: false },
          ticks: { show: false },
          size: 30,
          splits: () => [...labelled],
          values: (_, splits) => splits.map(label)
        },
        {
          // Asked once before there are values, whatever the library's types say.
          stroke: colours.text,
          font,
          size: (_, values: ReadonlyArray<string> | null) =>
            14 + 7 * Math.max(1, ...(values ?? []).map((value) => value.length)),
          ticks: { show: false },
          grid: { stroke: colours.line, width: 1 },
          incrs: [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6,
            2e6, 5e6, 1e7
          ],
          values: (_, splits) => splits.map(number)
        },
        {
          scale: "rate",
          // The right one. Its enum exists in types alone.
          // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
          side: 1,
          stroke: colours.text,
          font,
          size: 44,
          ticks: { show: false },
          grid: { show: false },
          incrs: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
          filter: (_, splits) => splits.map((at) => (at > 1 ? null : at)),
          values: (_, splits) =>
            splits.map((at: number | null) => (at === null ? null : percent(at)))
        }
      ],
      series: [
        {},
        ...layers.map((layer) => ({
          fill: colours.layers[layer] ?? colours.text,
          width: 0,
          points: { show: false },
          ...(paths === undefined ? {} : { paths })
        })),
        { scale: "rate", stroke: colours.rate, width: 1.5, points: { show: false } }
      ],
      hooks: {
        setCursor: [
          ({ cursor }) => {
            onPoint(cursor.idx ?? null)
          }
        ]
      }
    },
    [
      Array.from({ length: count }, (_, index) => index),
      ...layers.map((layer) => [...(heights[layer] ?? [])]),
      [...rates]
    ],
    into
  )
  return {
    resize: (width: number) => {
      chart.setSize({ width: Math.max(1, width), height })
    },
    remove: () => {
      chart.destroy()
    }
  }
}
