/** What a process is to do, and where. */
export interface Plan {
  /** `webhooks`: deliver the events of mail that has left before; `mail`: deliver mail. */
  readonly what: "webhooks" | "mail"
  readonly smtpPort: number
  readonly receiverPort: number
  readonly messages: number
  /** That take every `email.sent`. */
  readonly endpoints: number
  /** Calls at once while it is measured; 0: events wait. */
  readonly webhookConcurrency: number
  readonly database: string
}

export const argumentsOf = (plan: Plan): ReadonlyArray<string> => [JSON.stringify(plan)]

export const planOf = ([text = ""]: ReadonlyArray<string>): Plan => JSON.parse(text) as Plan

/** Of what a process did: how many in a second, and its processor time for each. */
export interface Rate {
  readonly perSecond: number
  readonly micros: number
}

/** Begins to measure; what it returns says what `count` took, as the line of a process. */
export const meter = (count: number): (() => string) => {
  const [from, before] = [performance.now(), process.cpuUsage()]
  return () => {
    const { system, user } = process.cpuUsage(before)
    const rate: Rate = {
      perSecond: (1000 * count) / (performance.now() - from),
      micros: (user + system) / count
    }
    return JSON.stringify(rate)
  }
}

export const rateOf = (line: string): Rate => JSON.parse(line) as Rate
