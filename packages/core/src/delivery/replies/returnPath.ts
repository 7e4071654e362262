/** The local part of a return path is this and a token. */
export const returnPathPrefix = "b+"

/** A token has 39 characters of base32, in lower case, in which replies may be compared. */
const returnPath = /^<?b\+[a-z2-7]{39}@/

/**
 * Whether an address, in lower case and perhaps in angle brackets, has the form of a message's
 * return path.
 */
export const isReturnPath = (address: string): boolean => returnPath.test(address)
