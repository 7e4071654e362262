/**
 * By what the log is searched for a recipient: the key of suppressions. Small ASCII letters are as good for nearly all, and for all
 * that earlier versions wrote; only where they aren't, the key is kept. An index has this expression, word for word.
 */
export const recipientColumn = "COALESCE(recipient_folded, lower(recipient_email))"

const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** What is kept beside a recipient; null if its address in small ASCII letters is the key. */
export const recipientFolded = (address: string, folded: string): string | null => (inSmallLetters(address) === folded ? null : folded)
