import type { Telemark } from "telemark"

/** A send in a transaction, and what it came to. */
export const to = (name: string) => ({
  to: `${name}@example.com`,
  subject: "Your order",
  text: "Thank you."
})

/** Whether a mail left. */
export const statusOf = async (telemark: Telemark, id: string | undefined): Promise<string> =>
  (await telemark.emails.get(id ?? "")).status
