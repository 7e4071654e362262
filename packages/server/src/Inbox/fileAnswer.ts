import type { CapturedFile } from "@telemark/smtp"
import { always, type Answer, nothingLoads } from "../Pages/index.js"

/** Image types that browsers show and that can't run scripts, unlike SVG. */
export const isPicture = ({ content_type }: CapturedFile): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/.test(content_type)

const isPlainText = ({ content_type }: CapturedFile): boolean => content_type === "text/plain"

const typeOf = (file: CapturedFile): string => {
  if (isPlainText(file)) return "text/plain; charset=utf-8"
  return /^[\w.+-]+\/[\w.+-]+$/.test(file.content_type)
    ? file.content_type
    : "application/octet-stream"
}

/** RFC 6266 4.3: the name in ASCII for old clients, and in full. */
const nameParameters = (filename: string): string => {
  const plain = filename.toWellFormed()
  const extended = encodeURIComponent(plain).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `filename="${plain.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${extended}`
}

/**
 * Serves an attachment. Images and plain text are shown; all else is downloaded, whatever its type
 * claims.
 */
export const fileAnswer = (file: CapturedFile): Answer => ({
  headers: {
    ...always,
    "content-type": typeOf(file),
    "content-disposition": `${isPicture(file) || isPlainText(file) ? "inline" : "attachment"}; ${nameParameters(file.filename)}`,
    "content-security-policy": `sandbox; ${nothingLoads}; form-action 'none'; img-src 'self'; style-src 'unsafe-inline'`
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

/** A `cid:` URL in an attribute or in CSS (RFC 2392). */
const reference = /([=("']\s*)cid:([^"'()<>\s]+)/gi

/** Replaces the `cid:` URLs of a mail's images by their addresses here. */
export const withPictures = (
  html: string,
  files: ReadonlyArray<CapturedFile>,
  addressOf: (index: number) => string
): string => {
  const pictures = new Map(
    files.flatMap(({ content_id, content_type }, index) =>
      content_id !== null && content_type.startsWith("image/")
        ? [[content_id, addressOf(index)]]
        : []
    )
  )
  return html.replace(reference, (whole, before: string, id: string) => {
    const address = pictures.get(id) ?? pictures.get(decoded(id))
    return address === undefined ? whole : `${before}${address}`
  })
}
