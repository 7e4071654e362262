/** How many octets of any body are read without asking for room. */
export const smallBody = 256 * 1024

/** The octets that a `Content-Length` announces (RFC 9110 8.6); undefined if there is none, as with a body in chunks. */
export const announcedLength = (contentLength: string | null | undefined): number | undefined =>
  /^\d+$/.test(contentLength ?? "") ? Number(contentLength) : undefined
