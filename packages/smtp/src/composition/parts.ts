import type { FileEncoding } from "./file.js"

/** A piece of a body: text that all messages of a send share, or the file with this index. */
export type BodyPiece = string | { readonly file: number; readonly encoding: FileEncoding }

/**
 * A part of a mail (RFC 2046 5.1): its fields, each line ended by CRLF, and its content in whole
 * lines.
 */
export interface Part {
  readonly fields: string
  readonly content: ReadonlyArray<BodyPiece>
}

/** `root` is the type of the first part, which `related` must name (RFC 2387 3.1). */
export const multipart = (
  subtype: "mixed" | "alternative" | "related",
  boundary: string,
  parts: ReadonlyArray<Part>,
  root?: string
): Part => ({
  fields: `Content-Type: multipart/${subtype};\r\n ${root === undefined ? "" : `type="${root}";\r\n `}boundary="${boundary}"\r\n`,
  content: [
    ...parts.flatMap(({ content, fields }): ReadonlyArray<BodyPiece> => [
      `--${boundary}\r\n${fields}\r\n`,
      ...content
    ]),
    `--${boundary}--\r\n`
  ]
})

export const joined = (content: ReadonlyArray<BodyPiece>): ReadonlyArray<BodyPiece> => {
  const pieces: Array<BodyPiece> = []
  let text = ""
  for (const piece of content) {
    if (typeof piece === "string") {
      text += piece
    } else {
      pieces.push(text, piece)
      text = ""
    }
  }
  return [...pieces, text]
}
