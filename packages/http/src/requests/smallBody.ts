/** Bodies of up to this many octets are read without reserving memory. */
export const smallBody = 256 * 1024

/** The value of `Content-Length` in octets (RFC 9110 8.6), or undefined, as for a chunked body. */
export const announcedLength = (contentLength: string | null | undefined): number | undefined =>
  /^\d+$/.test(contentLength ?? "") ? Number(contentLength) : undefined
