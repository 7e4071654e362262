const mebibyte = 1024 * 1024

/** The largest body that is read, in octets: 1 MiB. */
export const largestBody = mebibyte

/** The largest body of a template, whose sources and languages are many, in octets: 5 MiB. */
export const largestTemplate = 5 * mebibyte

/** The largest body of a send or a batch, in octets: 15 MiB, which is 10 MiB of files in base64 and room for the mail itself. */
export const largestSend = 15 * mebibyte

/** How many octets of any body are read without asking for room. */
export const smallBody = 256 * 1024

/** The octets that a `Content-Length` announces (RFC 9110 8.6); undefined if there is none, as with a body in chunks. */
export const announcedLength = (contentLength: string | null | undefined): number | undefined =>
  /^\d+$/.test(contentLength ?? "") ? Number(contentLength) : undefined
