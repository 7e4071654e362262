const hour = 60 * 60_000

/** The windows that mail is judged over, in milliseconds. */
const windows = { hour, day: 24 * hour, week: 7 * 24 * hour } as const
export type ReputationWindow = keyof typeof windows

export const windowNames = Object.keys(windows) as ReadonlyArray<ReputationWindow>

export const perWindow = <A>(
  make: (window: ReputationWindow) => A
): Readonly<Record<ReputationWindow, A>> => ({
  hour: make("hour"),
  day: make("day"),
  week: make("week")
})

/** When the hour that contains an instant begins, both in epoch milliseconds. */
export const hourOf = (instant: number): number => Math.floor(instant / hour) * hour

/**
 * When the first hour of each window begins: that of the instant at which the window begins. So a
 * window is up to an hour longer than its name says.
 */
export const windowStarts = (now: number): Readonly<Record<ReputationWindow, number>> =>
  perWindow((window) => hourOf(now - windows[window]))

/** How long hours are kept, in milliseconds. */
export const reputationKeptMillis = 8 * 24 * hour

/** What became of mail in a time. */
export interface MailCounts {
  /** Messages that a next hop accepted, or refused because of their recipient. */
  readonly sent: number
  /** Messages whose recipient was refused permanently, at once or by a later report. */
  readonly bounced: number
  readonly complained: number
}

export type WindowCounts = Readonly<Record<ReputationWindow, MailCounts>>
