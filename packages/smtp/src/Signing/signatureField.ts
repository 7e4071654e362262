import { toField } from "./canonical.js"

/** What stands in a signature beside the signature itself. */
export interface SignatureTags {
  readonly algorithm: "rsa-sha256" | "ed25519-sha256"
  /** `d=`, as A-labels. */
  readonly domain: string
  readonly selector: string
  /** `t=`, in seconds. */
  readonly time: number
  /** `h=` */
  readonly names: ReadonlyArray<string>
  /** `bh=`, in base64. */
  readonly bodyHash: string
}

const foldedLine = 76

/** The names of `h=` with colons between them, in lines that stay short; a line may break behind a colon. */
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
 * The DKIM-Signature field (RFC 6376 3.5) up to where the signature itself goes, which is last so that nothing
 * but it is left out of what is signed. Neither `x=`, since mail may lie in a queue for days, nor `l=`, which
 * would let others add to the body.
 */
export const signatureField = ({ algorithm, bodyHash, domain, names, selector, time }: SignatureTags): string =>
  [
    `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; t=${String(time)};`,
    ` d=${domain};`,
    ` s=${selector};`,
    foldNames(names),
    ` bh=${bodyHash};`,
    " b="
  ].join("\r\n")

/** What is hashed for a signature (RFC 6376 3.7): the signed fields, and behind them the unfinished signature's own. */
export const signedText = (relaxed: ReadonlyArray<string>, unfinished: string): string =>
  [...relaxed, toField(unfinished).relaxed].join("\r\n")

/** The field with its signature, ended by CRLF. */
export const finishField = (unfinished: string, signature: Buffer): string =>
  `${unfinished}${signature.toString("base64").replace(/.{72}(?=.)/g, "$&\r\n  ")}\r\n`
