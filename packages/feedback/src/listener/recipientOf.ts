import { toAsciiDomain } from "@telemark/contract"
import { aliasName, returnPathPrefix } from "@telemark/core"
import { unsubscribePrefix } from "../returnPath/unsubscribeAddress.js"

/** An address with a token that names a message. */
export type TokenRecipient = { readonly _tag: "ReturnPath" | "Unsubscribe"; readonly token: string }

/**
 * Whom a message is for: a return path or an address for unsubscribing, with its token; or one of
 * the names that people and programs write to.
 */
export type ListenerRecipient = TokenRecipient | { readonly _tag: "Role" }

/** A role (RFC 2142), at the return-path host alone; `fbl` is for feedback loops. */
const roles: ReadonlySet<string> = new Set(["fbl", "abuse"])
const postmaster = "postmaster"

/** How the return path of a tenant's own domain begins. */
const ofTenants = aliasName("return_path", "")

/**
 * Reads a recipient's address; undefined if the listener takes no mail for it. At the host, and at
 * `bounce.` of any domain, that is `b+<token>` and `postmaster`, which RFC 5321 4.5.1 demands, also
 * without a domain; at the host also `u+<token>`, `abuse` and `fbl`. Whether the token is ours
 * isn't checked.
 */
export const recipientOf = (address: string, host: string): ListenerRecipient | undefined => {
  const at = address.lastIndexOf("@")
  const local = (at === -1 ? address : address.slice(0, at)).toLowerCase()
  const domain = at === -1 ? host : toAsciiDomain(address.slice(at + 1).replace(/\.$/, ""))
  const isHost = domain === host
  if (domain === undefined || !(isHost || domain.startsWith(ofTenants))) return undefined
  if (local === postmaster || (isHost && roles.has(local))) return { _tag: "Role" }
  if (at !== -1 && isHost && local.startsWith(unsubscribePrefix))
    return { _tag: "Unsubscribe", token: local.slice(unsubscribePrefix.length) }
  return at !== -1 && local.startsWith(returnPathPrefix)
    ? { _tag: "ReturnPath", token: local.slice(returnPathPrefix.length) }
    : undefined
}
