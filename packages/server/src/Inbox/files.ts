import { always, type Answer, nothingLoads } from "./answer.js"
import type { CapturedFile } from "./mail.js"

/** Pictures that a browser shows, and that can't do anything; SVG could. */
export const isPicture = ({ content_type }: CapturedFile): boolean => /^image\/(?:png|jpeg|gif|webp|avif)$/.test(content_type)

const isPlainText = ({ content_type }: CapturedFile): boolean => content_type === "text/plain"

const typeOf = (file: CapturedFile): string => {
  if (isPlainText(file)) return "text/plain; charset=utf-8"
  return /^[\w.+-]+\/[\w.+-]+$/.test(file.content_type) ? file.content_type : "application/octet-stream"
}

/** RFC 6266 4.3, in ASCII for those who don't know it and in full. */
const nameParameters = (filename: string): string => {
  const plain = filename.toWellFormed()
  const extended = encodeURIComponent(plain).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${plain.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${extended}`
}

/** A file of a captured mail. Pictures and plain text are shown; anything else is downloaded, whatever it says it is. */
export const fileAnswer = (file: CapturedFile): Answer => ({
  headers: {
    ...always,
    "content-type": typeOf(file),
    "content-disposition": `${isPicture(file) || isPlainText(file) ? "inline" : "attachment"}; ${nameParameters(file.filename)}`,
    "content-security-policy": `sandbox; ${nothingLoads}; img-src 'self'; style-src 'unsafe-inline'`
  },
  body: file.content
})

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Where a value of an attribute or of CSS names a file of the mail (RFC 2392). */
const reference = /([=("']\s*)cid:([^"'()<>\s]+)/gi

/**
 * The html with the pictures that it names by `cid:` in it. The frame that shows it belongs to no origin, and so may load none from
 * here; data it may.
 */
export const withPictures = (html: string, files: ReadonlyArray<CapturedFile>): string => {
  const pictures = new Map(files.flatMap((file) => file.content_id !== null && file.content_type.startsWith("image/") ? [[file.content_id, file]] : []))
  return html.replace(reference, (whole, before: string, id: string) => {
    const file = pictures.get(id) ?? pictures.get(decoded(id))
    return file === undefined ? whole : `${before}data:${typeOf(file)};base64,${Buffer.from(file.content).toString("base64")}`
  })
}
