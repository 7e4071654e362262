import { tell } from "../parent.js"

/** How much is delivered, and to how many recipients one send goes. */
export interface Plan {
  readonly port: number
  readonly messages: number
  readonly recipients: number
  /** Where the mail is queued; empty for senders that keep none. */
  readonly database: string
}

export const planOf = ([
  port = "",
  messages = "",
  recipients = "",
  database = ""
]: ReadonlyArray<string>): Plan => ({
  port: Number(port),
  messages: Number(messages),
  recipients: Number(recipients),
  database
})

/** As many as `telemark serve` has by default: nodemailer's pool gets the same. */
export const connections = 5

/** The recipients of the send of that number. */
export const recipientsOf = (send: number, count: number): ReadonlyArray<string> =>
  Array.from(
    { length: count },
    (_, index) => `customer-${String(send)}-${String(index)}@example.com`
  )

/**
 * Prints how many messages a second were delivered since `started`, in `performance.now()`
 * milliseconds.
 */
export const printRate = (plan: Plan, started: number): void => {
  tell(String((plan.messages * 1000) / (performance.now() - started)))
}
