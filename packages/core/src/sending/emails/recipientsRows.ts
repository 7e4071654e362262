/**
 * By what the log is searched for a recipient: the key of suppressions. The address in lower-case
 * ASCII is that key for nearly all recipients, and for all that earlier versions wrote; only if it
 * isn't, the key is stored. An index has exactly this expression.
 */
export const recipientColumn = "COALESCE(recipient_folded, lower(recipient_email))"

/** As the databases do it, whatever their languages: A to Z alone. */
export const inSmallLetters = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The key to store beside a recipient; null if it is the address in lower-case ASCII. */
export const recipientFolded = (address: string, folded: string): string | null =>
  inSmallLetters(address) === folded ? null : folded
