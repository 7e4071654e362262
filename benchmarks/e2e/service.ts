import type { Service as MeasuredService } from "@telemark-tools/load"
import type { MailName } from "./mails.js"

/** One that runs, and is prepared for kinds of mail. */
export interface Service extends MeasuredService {
  /** Makes what this kind of mail needs; what other kinds need would cost them something. */
  readonly prepare: (mail: MailName) => Promise<void>
  readonly stop: () => Promise<void>
}

/** What a service is set up for. */
export interface Setup {
  /** The port of the SMTP server on this machine that takes the mail. */
  readonly smtpPort: number
  /** Sends that it takes at the most. */
  readonly sends: number
}

/** A service with its data, which outlives its processes. */
export interface Deployment {
  /** Starts all of it, or only what accepts mail. */
  readonly start: (part: "all" | "accepting") => Promise<Service>
  /** Removes what it kept. */
  readonly drop: () => Promise<void>
}

/** One of those that are compared. */
export interface Variant {
  readonly title: string
  readonly deploy: (setup: Setup) => Promise<Deployment>
}
