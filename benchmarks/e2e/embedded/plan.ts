/** Who sends in a host's own process. */
export const senderNames = ["telemark", "byHand"] as const
export type SenderName = (typeof senderNames)[number]

export const senderTitles: Readonly<Record<SenderName, string>> = {
  telemark: "`telemark` in the host's process, SQLite",
  byHand: "a row in SQLite, nodemailer's pool and an update, by hand"
}

/** What a host's process is to do. */
export interface Plan {
  readonly sender: SenderName
  readonly smtpPort: number
  /** The number of the sink's run. */
  readonly run: number
  /** Sends a second, and for how many seconds. */
  readonly rate: number
  readonly seconds: number
}

/** What it saw. Times are in milliseconds. */
export interface Seen {
  /** Processor time of a mail, beyond what it takes to look at the loop and the clock. */
  readonly cpu: number
  /** Of the event loop, at the 99th percentile. */
  readonly loopDelay: number
  /** The longest from the instant at which a send was due until it was accepted. */
  readonly slowest: number
}
