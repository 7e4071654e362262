import { toField } from "./canonical.js"

export interface SignatureTags {
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

/** The tag `h=`, folded after colons. */
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
 * The DKIM-Signature field (RFC 6376 3.5) up to the signature. No `x=`: mail may be queued for
 * days. No `l=`: others could append to the body.
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

/**
 * The text to hash (RFC 6376 3.7): the signed fields, then the signature field without its
 * signature.
 */
export const signedText = (relaxed: ReadonlyArray<string>, unfinished: string): string =>
  [...relaxed, toField(unfinished).relaxed].join("\r\n")

/** The field with its signature, ended by CRLF. */
export const finishField = (unfinished: string, signature: Buffer): string =>
  `${unfinished}${signature.toString("base64").replace(/.{72}(?=.)/g, "$&\r\n  ")}\r\n`
