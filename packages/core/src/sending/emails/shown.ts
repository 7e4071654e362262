import type { Mailbox } from "@telemark/contract"
import type { ShownRecipients } from "./EmailStore.js"

/**
 * Addresses as stored before there were names, and beside them the names: workers of an earlier
 * version, until replaced, send without names.
 */
interface Written {
  readonly to: ReadonlyArray<string>
  readonly cc: ReadonlyArray<string>
  readonly names?: { readonly [List in "to" | "cc"]: ReadonlyArray<string | null> }
}

const addressesOf = (list: ReadonlyArray<Mailbox>): ReadonlyArray<string> =>
  list.map(({ address }) => address)
const namesOf = (list: ReadonlyArray<Mailbox>): ReadonlyArray<string | null> =>
  list.map(({ name }) => name)

/** The recipients that every recipient sees, as their column has them. */
export const shownText = (shown: ShownRecipients | null): string | null => {
  if (shown === null) return null
  const { cc, to } = shown
  const isNamed = [...to, ...cc].some(({ name }) => name !== null)
  const written: Written = {
    to: addressesOf(to),
    cc: addressesOf(cc),
    ...(isNamed ? { names: { to: namesOf(to), cc: namesOf(cc) } } : {})
  }
  return JSON.stringify(written)
}

export const readShown = (text: string | null): ShownRecipients | null => {
  if (text === null) return null
  const { names, ...lists } = JSON.parse(text) as Written
  const mailboxes = (list: "to" | "cc"): ReadonlyArray<Mailbox> =>
    lists[list].map((address, index) => ({ name: names?.[list][index] ?? null, address }))
  return { to: mailboxes("to"), cc: mailboxes("cc") }
}
