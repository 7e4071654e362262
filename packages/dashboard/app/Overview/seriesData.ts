import type { AnalyticsSeries } from "@telemark/client"

type Point = AnalyticsSeries["data"][number]

/** What bars are made of, from their foot: each message is in one of these. */
export const stack = ["delivered", "unreported", "bounced", "failed"] as const
export type Layer = (typeof stack)[number]

/** The parts of a bar. `unreported`: a mail server took it, and nothing was reported since. */
export const partsOf = ({
  bounced,
  delivered,
  failed,
  sent
}: Point): Readonly<Record<Layer, number>> => ({
  delivered,
  unreported: Math.max(0, sent - delivered - bounced),
  bounced,
  failed
})

/**
 * For each bar and layer, how high the layers up to it reach. Drawn from the highest to the lowest,
 * they look stacked.
 */
export const heightsOf = (data: ReadonlyArray<Point>): ReadonlyArray<ReadonlyArray<number>> => {
  const parts = data.map(partsOf)
  return stack.map((_, index) =>
    parts.map((part) => stack.slice(0, index + 1).reduce((sum, layer) => sum + part[layer], 0))
  )
}

/** How many bars a rate is taken over: a day of hours, a week of days. */
export const rateBars = { hour: 24, day: 7 } as const

/**
 * For each bar, which share of what was sent bounced, over so many bars up to it: of a single hour,
 * chance decides. Null where nothing was sent.
 */
export const bounceRates = (
  data: ReadonlyArray<Pick<Point, "bounced" | "sent">>,
  bars: number
): ReadonlyArray<number | null> =>
  data.map((_, index) => {
    const taken = data.slice(Math.max(0, index - bars + 1), index + 1)
    const sum = (name: "bounced" | "sent") => taken.reduce((total, point) => total + point[name], 0)
    return sum("sent") === 0 ? null : sum("bounced") / sum("sent")
  })

/** The bars that have mail: with fewer than two, there is nothing to draw. */
export const withMail = <A extends Pick<Point, "failed" | "sent">>(
  data: ReadonlyArray<A>
): ReadonlyArray<A> => data.filter(({ failed, sent }) => sent + failed > 0)

/**
 * Which bars have a label below, so that there are at most `room`, and none is cut off at the
 * right. If there are several days of hours, only the first hour of each day (`isDayStart`) may
 * have one.
 */
export const labelled = (
  isDayStart: ReadonlyArray<boolean>,
  room: number
): ReadonlyArray<number> => {
  const count = isDayStart.length
  const all = [...isDayStart.keys()]
  const days = all.filter((index) => isDayStart[index] === true)
  const chosen = days.length > 2 && days.length < count ? days : all
  const every = Math.max(1, Math.ceil(chosen.length / Math.max(1, room)))
  const lastWhole =
    count - 1 - (every === 1 && chosen === all ? 0 : Math.floor(count / Math.max(1, room) / 2))
  return chosen
    .filter((index) => index <= lastWhole)
    .reverse()
    .filter((_, position) => position % every === 0)
    .reverse()
}

/** Where the arrow keys, Home and End lead; undefined for other keys. */
export const afterKey = (key: string, at: number, count: number): number | undefined => {
  const next = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + 7,
    PageDown: at - 7,
    Home: 0,
    End: count - 1
  }[key]
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next))
}
