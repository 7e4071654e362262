import { withDashes } from "@telemark/core"
import { createHash, randomBytes } from "node:crypto"

// Our ids are UUIDs without dashes behind a prefix, so both spellings lead to each other.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Our own spelling is taken, too; undefined for anything else. */
export const fromUuid = (prefix: "em" | "key", text: string): string | undefined => {
  if (uuid.test(text)) return `${prefix}_${text.toLowerCase().replaceAll("-", "")}`
  return text.startsWith(`${prefix}_`) ? text : undefined
}

/** RFC 9562 5.8: the form of UUIDs that only their maker reads. */
const marked = (hex: string): string =>
  withDashes(`${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}`)

const numbered = "000000000000800080"

/** An endpoint's number; at most 53 bits. */
export const numberToUuid = (number: number): string =>
  withDashes(numbered + number.toString(16).padStart(14, "0"))

export const uuidToNumber = (text: string): number | undefined => {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const hex = text.toLowerCase().replaceAll("-", "")
  return uuid.test(text) && hex.startsWith(numbered)
    ? Number.parseInt(hex.slice(numbered.length), 16)
    : undefined
}

const digest = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/** For what is named rather than numbered: it is found again by comparing. */
export const uuidOfName = (tenantId: string, kind: string, name: string): string =>
  marked(digest(tenantId, kind, name).slice(0, 32))

const seal = (tenantId: string, head: string): string =>
  digest(tenantId, "suppressed", head).slice(0, 15)

/**
 * Of a send that queued nothing since all its recipients are suppressed: there is no message whose
 * id it could have. The same for a repeat with the same key.
 */
export const suppressedUuid = (tenantId: string, key: string | undefined): string => {
  const head = (key === undefined ? randomBytes(16).toString("hex") : digest(tenantId, key)).slice(
    0,
    15
  )
  return withDashes(`${head.slice(0, 12)}8${head.slice(12)}8${seal(tenantId, head)}`)
}

/** Only of this tenant's. */
export const isSuppressedUuid = (tenantId: string, text: string): boolean => {
  const hex = text.toLowerCase().replaceAll("-", "")
  const head = hex.slice(0, 12) + hex.slice(13, 16)
  return (
    uuid.test(text) &&
    text.toLowerCase() ===
      withDashes(`${head.slice(0, 12)}8${head.slice(12)}8${seal(tenantId, head)}`)
  )
}
