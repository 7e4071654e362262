/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/

/** The caller's request id if it is a token of at most 128 characters, otherwise a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && token.test(given) ? given : globalThis.crypto.randomUUID()
