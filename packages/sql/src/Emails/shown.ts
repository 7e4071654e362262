import type { Mailbox, ShownRecipients } from "@telemark/core"

/** An address alone is text, as it was before there were names. */
type Written = string | Mailbox

interface WrittenShown {
  readonly to: ReadonlyArray<Written>
  readonly cc: ReadonlyArray<Written>
}

const write = (mailbox: Mailbox): Written => (mailbox.name === null ? mailbox.address : mailbox)

const read = (written: Written): Mailbox => (typeof written === "string" ? { name: null, address: written } : written)

/** The recipients that everybody is shown, as their column has them. */
export const shownText = (shown: ShownRecipients | null): string | null => {
  if (shown === null) return null
  const written: WrittenShown = { to: shown.to.map(write), cc: shown.cc.map(write) }
  return JSON.stringify(written)
}

/** What that column says. */
export const readShown = (text: string | null): ShownRecipients | null => {
  if (text === null) return null
  const { cc, to } = JSON.parse(text) as WrittenShown
  return { to: to.map(read), cc: cc.map(read) }
}
