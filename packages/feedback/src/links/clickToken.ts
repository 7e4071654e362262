// Hot path (docs/hot-paths.md): a token in two parts, one made once a send.
import { isMacOf, linkMarkOctets, linkMarkOf, writeMac } from "@telemark/core"
import {
  idBytes,
  kinds,
  macBytes,
  maxTokenLength,
  readId,
  readToken,
  version,
  writeId
} from "./linkToken.js"

/** What a token of a click says. */
export interface Click {
  readonly email_id: string
  readonly destination: string
}

const headBytes = 2
const startMacBytes = 12

const idAt = headBytes + linkMarkOctets
const startMacAt = idAt + idBytes
/** A multiple of three: what follows begins a character of base64url. */
const startBytes = startMacAt + startMacBytes
const endAt = headBytes + linkMarkOctets

/** A message and its links have the same tenant: its mark is made once. */
let last = { id: "", mark: "" }

const markOf = (tenantId: string): string => {
  if (last.id !== tenantId) last = { id: tenantId, mark: linkMarkOf(tenantId) }
  return last.mark
}

const writeHead = (bytes: Buffer, kind: number, tenantId: string): void => {
  bytes[0] = version
  bytes[1] = kind
  bytes.write(markOf(tenantId), headBytes, "hex")
}

/** The mark of the tenant in a token that `readClick` has read, as `linkMarkOf` makes it. */
export const tenantMarkOf = (token: string): string =>
  Buffer.from(token.slice(0, 12), "base64url").toString("hex", headBytes, idAt)

/** Whether a token that `readClick` has read is of this tenant's mail. */
export const isClickOf = (token: string, tenantId: string): boolean =>
  tenantMarkOf(token) === markOf(tenantId)

/** A buffer for each token would be objects for the garbage collector. */
const scratch = Buffer.allocUnsafeSlow(endAt + 3 * maxTokenLength + macBytes)

/**
 * A token of a click is a start and an end, each with a MAC of its own, in base64url. A message has
 * one start; an end is the same in all messages of a send: ten links to fifty recipients take sixty
 * MACs instead of five hundred. Both name the tenant: an end of one tenant's is nothing behind a
 * start of another's. The start has version, kind, tenant, the message's id, and the first 12
 * octets of an HMAC-SHA-256 of these. The same input gives the same start.
 */
export const clickStart = (
  key: Uint8Array,
  { email_id, tenant_id }: { readonly email_id: string; readonly tenant_id: string }
): string => {
  writeHead(scratch, kinds.clickStart, tenant_id)
  writeId(scratch, idAt, email_id)
  writeMac(key, scratch, startMacAt, startMacBytes)
  return scratch.toString("base64url", 0, startBytes)
}

/**
 * The end has the destination, and the first 16 octets of an HMAC-SHA-256 of version, kind, tenant
 * and destination.
 */
export const clickEnd = (
  key: Uint8Array,
  { destination, tenant_id }: { readonly destination: string; readonly tenant_id: string }
): string => {
  // A UTF-16 unit has at most three octets in UTF-8.
  const bytes =
    destination.length <= maxTokenLength
      ? scratch
      : Buffer.allocUnsafe(endAt + 3 * destination.length + macBytes)
  writeHead(bytes, kinds.clickEnd, tenant_id)
  const end = endAt + bytes.write(destination, endAt, "utf8")
  writeMac(key, bytes, end, macBytes)
  return bytes.toString("base64url", endAt, end + macBytes)
}

/**
 * Undefined unless keys of `keys` made both of its parts: the newest key may have changed between
 * them.
 */
export const readClick = (keys: ReadonlyArray<Uint8Array>, token: string): Click | undefined => {
  const bytes = readToken(token, startBytes + macBytes)
  if (bytes === undefined || bytes[0] !== version || bytes[1] !== kinds.clickStart) return undefined
  const destination = bytes.subarray(startBytes, -macBytes)
  const end = Buffer.concat([
    Buffer.of(version, kinds.clickEnd),
    bytes.subarray(headBytes, idAt),
    destination
  ])
  if (
    !isMacOf(keys, bytes.subarray(0, startMacAt), bytes.subarray(startMacAt, startBytes)) ||
    !isMacOf(keys, end, bytes.subarray(-macBytes))
  )
    return undefined
  return { email_id: readId(bytes, idAt), destination: destination.toString("utf8") }
}
