/** The largest body that is read: 5 MiB. */
export const largestBody = 5 * 1024 * 1024

/** Whether the `Content-Length` alone says that a body is too large. */
export const announcesTooMuch = (contentLength: string | null | undefined): boolean => Number(contentLength ?? 0) > largestBody
