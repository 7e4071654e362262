const CR = 0x0d
const LF = 0x0a
const EQUALS = 0x3d

const lineEnd = "\r\n"

/** Maximum nesting of multiparts. Our own mail has three levels. */
const maxDepth = 8

const hexDigit = (code: number | undefined): number => {
  if (code === undefined) return -1
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code & ~0x20
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1
}

/** RFC 2045 6.7. Octet for octet, line ends are CRLF. */
const decodeQuotedPrintable = (encoded: Buffer): Buffer => {
  const output = Buffer.allocUnsafe(encoded.length)
  let to = 0
  let from = 0
  for (let at = encoded.indexOf(EQUALS); at >= 0; at = encoded.indexOf(EQUALS, from)) {
    to += encoded.copy(output, to, from, at)
    const [high, low] = [hexDigit(encoded[at + 1]), hexDigit(encoded[at + 2])]
    const isSoftBreak = encoded[at + 1] === CR && encoded[at + 2] === LF
    if (high >= 0 && low >= 0) output[to++] = high * 16 + low
    else if (!isSoftBreak) output[to++] = EQUALS
    from = at + ((high >= 0 && low >= 0) || isSoftBreak ? 3 : 1)
  }
  to += encoded.copy(output, to, from)
  return output.subarray(0, to)
}

/**
 * The parts between the boundaries (RFC 2046 5.1.1), without the line ends that belong to the
 * boundaries.
 */
function* partsOf(body: Buffer, boundary: string): Generator<Buffer> {
  const delimiter = `${lineEnd}--${boundary}`
  let from = -1
  for (
    let at = body.indexOf(delimiter);
    at >= 0;
    at = body.indexOf(delimiter, at + delimiter.length)
  ) {
    if (from >= 0) yield body.subarray(from, at)
    const end = at + delimiter.length
    if (!body.subarray(end, end + 2).equals(Buffer.from(lineEnd))) return
    from = end + lineEnd.length
  }
}

const fieldOf = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*)$`, "im").exec(head)?.[1]

/** Whose line ends postal-mime changes in base64, too. */
const calendar = /^\s*(?:text\/calendar|application\/ics)\b/i

const isCalendar = (head: string): boolean => calendar.test(fieldOf(head, "content-type") ?? "")

const decoded = (head: string, body: Buffer): Buffer | undefined => {
  const encoding = fieldOf(head, "content-transfer-encoding")?.trim().toLowerCase()
  if (encoding === "base64")
    return isCalendar(head) ? Buffer.from(body.toString("latin1"), "base64") : undefined
  return encoding === "quoted-printable" ? decodeQuotedPrintable(body) : body
}

function* filesIn(part: Buffer, depth: number): Generator<Buffer | undefined> {
  const headEnd = part.indexOf(lineEnd + lineEnd)
  if (headEnd < 0) return
  const head = part.toString("latin1", 0, headEnd).replace(/\r\n[ \t]+/g, " ")
  const boundary = /^\s*multipart\/.*;\s*boundary="?([^";]+)"?/i.exec(
    fieldOf(head, "content-type") ?? ""
  )?.[1]
  // The empty line's line end may belong to the first boundary.
  if (boundary !== undefined && depth < maxDepth)
    for (const inner of partsOf(part.subarray(headEnd + lineEnd.length), boundary))
      yield* filesIn(inner, depth + 1)
  else if (fieldOf(head, "content-disposition") !== undefined || isCalendar(head))
    yield decoded(head, part.subarray(headEnd + 2 * lineEnd.length))
}

/**
 * The contents of a mail's files in order, octet for octet. Undefined for base64 that postal-mime
 * decodes correctly. Of other parts it changes the line ends to LF and keeps the one that belongs
 * to the boundary.
 */
export const filesAsSent = (source: Uint8Array): ReadonlyArray<Uint8Array | undefined> => [
  ...filesIn(Buffer.from(source.buffer, source.byteOffset, source.byteLength), 0)
]
