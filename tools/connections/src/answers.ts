/** Where a body ends that begins at `from`, or undefined if it isn't all there. */
const endOfBody = (text: string, head: string, from: number): number | undefined => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined)
    return text.length >= from + Number(length) ? from + Number(length) : undefined
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return from
  // The bodies are JSON on one line, in which no empty piece can be mistaken.
  const last = text.indexOf("\r\n0\r\n\r\n", from - 2)
  return last < 0 ? undefined : last + 7
}

/** The statuses of the answers that are there as a whole, without what only announces an answer. */
export const statusesOf = (text: string): ReadonlyArray<number> => {
  const statuses: Array<number> = []
  for (let at = 0; ;) {
    const end = text.indexOf("\r\n\r\n", at)
    if (end < 0) return statuses
    const head = text.slice(at, end)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    const next = status < 200 ? end + 4 : endOfBody(text, head, end + 4)
    if (next === undefined) return statuses
    if (status >= 200) statuses.push(status)
    at = next
  }
}
