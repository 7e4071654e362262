/** What a process of Telemark is to do, and where. */
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
