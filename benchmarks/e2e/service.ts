import type { MailName } from "./mails.js"

/** A service that takes mail over HTTP and delivers it, while it runs. */
export interface Service {
  /** Where mail is posted. */
  readonly url: string
  /** What stands in `Authorization`; requests take them in turn. */
  readonly authorizations: ReadonlyArray<string>
  /** Its processes, those of its database and queue included, each with its children. */
  readonly pids: ReadonlyArray<number>
  /** Makes what this kind of mail needs; what other kinds need would cost them something. */
  readonly prepare: (mail: MailName) => Promise<void>
  /** How many messages it recorded as sent, where it can say so. */
  readonly recorded?: () => Promise<number>
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
