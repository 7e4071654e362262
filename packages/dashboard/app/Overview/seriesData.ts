import type { AnalyticsSeries } from "@telemark/client"

type Point = AnalyticsSeries["data"][number]

/** What bars are made of, from their foot: each message is in one of these. */
export const stack = ["delivered", "accepted", "bounced", "failed"] as const
export type Layer = (typeof stack)[number]

/** The parts of a bar. `accepted`: the next hop took it, and nothing was reported since. */
export const partsOf = ({
  bounced,
  delivered,
  failed,
  sent
}: Point): Readonly<Record<Layer, number>> => ({
  delivered,
  accepted: Math.max(0, sent - delivered - bounced),
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
