/** How much is delivered, and to how many recipients one send goes. */
export interface Plan {
  readonly port: number
  readonly messages: number
  readonly recipients: number
}

export const planOf = (args: ReadonlyArray<string>): Plan => {
  const [port = 0, messages = 0, recipients = 1] = args.map(Number)
  return { port, messages, recipients }
}

export const connections = 20

/** The recipients of the send of that number. */
export const recipientsOf = (send: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `customer-${String(send)}-${String(index)}@example.com`)

/** Prints how many messages a second were delivered since `started`, in `performance.now()` milliseconds. */
export const printRate = (plan: Plan, started: number): void => {
  process.stdout.write(`${String((plan.messages * 1000) / (performance.now() - started))}\n`)
}
