import { type Field, toField } from "./canonical.js"

interface SignatureTags {
  readonly algorithm: "rsa-sha256" | "ed25519-sha256"
  /** `d=`, as A-labels. */
  readonly domain: string
  readonly selector: string
  /** `t=`, in seconds since the epoch. */
  readonly time: number
  /** `h=` */
  readonly names: ReadonlyArray<string>
  /** `bh=`, in base64. */
  readonly bodyHash: string
}

const foldedLine = 76

/** Folded after colons. */
const foldNames = (names: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  let line = " h="
  names.forEach((name, index) => {
    const item = index === names.length - 1 ? `${name};` : `${name}:`
    if (line.length + item.length > foldedLine) {
      lines.push(line)
      line = "  "
    }
    line += item
  })
  return [...lines, line].join("\r\n")
}

/**
 * RFC 6376 3.5, up to the signature. No `x=`: mail may be queued for days. No `l=`: others could
 * append to the body.
 */
export const signatureField = ({
  algorithm,
  bodyHash,
  domain,
  names,
  selector,
  time
}: SignatureTags): string =>
  [
    `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; t=${String(time)};`,
    ` d=${domain};`,
    ` s=${selector};`,
    foldNames(names),
    ` bh=${bodyHash};`,
    " b="
  ].join("\r\n")

/** RFC 6376 3.7: the signed fields, then the field without its signature. */
export const signedText = (relaxed: ReadonlyArray<string>, unfinished: string): string =>
  [...relaxed, toField(unfinished).relaxed].join("\r\n")

/** The field with its signature, ended by CRLF. */
export const finishField = (unfinished: string, signature: Buffer): string =>
  `${unfinished}${signature.toString("base64").replace(/.{72}(?=.)/g, "$&\r\n  ")}\r\n`

/**
 * Signed once more than they occur, so that adding one breaks the signature (RFC 6376 8.15): what
 * readers and mailbox providers act upon.
 */
const overSigned = [
  "from",
  "to",
  "cc",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  // RFC 8058 4 requires both.
  "list-unsubscribe",
  "list-unsubscribe-post"
]

/** Signed as often as they occur. */
const signed = ["content-transfer-encoding", "in-reply-to", "references", "list-id", "feedback-id"]

export interface SignedFields {
  /** The names for `h=`, in the order in which the fields are hashed. */
  readonly names: ReadonlyArray<string>
  /** The existing fields in relaxed form, in that order. */
  readonly relaxed: ReadonlyArray<string>
}

/** Of repeated fields, the last one comes first (RFC 6376 5.4.2). */
export const signedFields = (
  head: ReadonlyArray<Field>,
  rewritten: ReadonlyArray<string> = []
): SignedFields => {
  const names = [...overSigned, ...signed].filter((name) => !rewritten.includes(name))
  const found = names.map((name) => ({
    name,
    fields: head.filter((field) => field.name === name).toReversed()
  }))
  return {
    names: found.flatMap(({ fields, name }) =>
      Array<string>(fields.length + (overSigned.includes(name) ? 1 : 0)).fill(name)
    ),
    relaxed: found.flatMap(({ fields }) => fields.map(({ relaxed }) => relaxed))
  }
}
