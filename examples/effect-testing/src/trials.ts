import { type Telemark, ValidationFailed } from "telemark"

const day = 24 * 60 * 60 * 1000

const welcome = {
  subject: "Your trial has begun",
  html: "<h1>Welcome to Fjord</h1><p>You have 14 days to look around.</p>"
}

const reminder = {
  subject: "Your trial ends in two days",
  html: '<p>Would you like to stay? <a href="https://fjord.example/subscribe">Subscribe</a></p>'
}

/**
 * Trials of a product: who begins one is welcomed, and reminded when it is about to end. `now` is
 * the present in epoch milliseconds.
 */
export const makeTrials = (
  telemark: Pick<Telemark, "emails" | "on">,
  now: () => number = Date.now
) => {
  const unreachable = new Set<string>()
  const listener = telemark.on(["email.bounced", "email.complained"], ({ data }) => {
    unreachable.add(data.recipient)
  })

  /** Answers the id of the reminder; undefined if that is no address to send to. */
  const begin = async (email: string): Promise<string | undefined> => {
    try {
      await telemark.emails.send({ to: email, ...welcome }, { idempotencyKey: `welcome-${email}` })
      const scheduled_at = new Date(now() + 12 * day).toISOString()
      const {
        queued: [first]
      } = await telemark.emails.send(
        { to: email, ...reminder, scheduled_at },
        { idempotencyKey: `reminder-${email}` }
      )
      return first?.id
    } catch (error) {
      if (error instanceof ValidationFailed) return undefined
      throw error
    }
  }

  return {
    begin,
    /** Who has subscribed needs no reminder. */
    subscribe: (reminderId: string) => telemark.emails.cancel(reminderId),
    isReachable: (email: string): boolean => !unreachable.has(email),
    close: () => listener.close()
  }
}
