import type { Role } from "@telemark/contract"
import type { MemberRecord } from "./Member.js"

/** Whom an identity provider, or a proxy, says that somebody is. Its address is verified. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string | null
  /** What the groups there grant; undefined if they grant none. */
  readonly role: Role | undefined
}

/** Why somebody whom an identity provider knows isn't let in. */
export type Refusal =
  /** Nobody has invited the address, and no group grants a role. */
  | "not_invited"
  | "invitation_expired"
  | "disabled"
  /** A member of this address signs in by another way, or as somebody else there. */
  | "other_sign_in"

type Admission =
  | { readonly _tag: "Admit"; readonly member: MemberRecord; readonly role: Role }
  /** The invitation is accepted: from now on the member is known by its identity. */
  | { readonly _tag: "Accept"; readonly member: MemberRecord }
  | { readonly _tag: "Make"; readonly role: Role }
  | { readonly _tag: "Refuse"; readonly because: Refusal }

const refuse = (because: Refusal): Admission => ({ _tag: "Refuse", because })

/**
 * Whether somebody signs in. An address finds a member only until the member has signed in once: an
 * address that is given to somebody else later doesn't lead to who had it before.
 */
export const decideAdmission = (
  { issuer, role, subject }: Pick<Identity, "issuer" | "role" | "subject">,
  known: {
    readonly byIdentity: MemberRecord | undefined
    readonly byAddress: MemberRecord | undefined
  },
  now: number
): Admission => {
  const { byAddress } = known
  // Another request may have made it known between the two look-ups.
  const isSame = byAddress?.issuer === issuer && byAddress.subject === subject
  const byIdentity = known.byIdentity ?? (isSame ? byAddress : undefined)
  if (byIdentity !== undefined) {
    if (byIdentity.state === "disabled") return refuse("disabled")
    if (!byIdentity.from_groups) return { _tag: "Admit", member: byIdentity, role: byIdentity.role }
    return role === undefined ? refuse("not_invited") : { _tag: "Admit", member: byIdentity, role }
  }
  if (byAddress !== undefined)
    switch (byAddress.state) {
      case "disabled":
        return refuse("disabled")
      case "active":
        return refuse("other_sign_in")
      case "invited":
        return (byAddress.invited_until ?? 0) > now
          ? { _tag: "Accept", member: byAddress }
          : refuse("invitation_expired")
    }
  return role === undefined ? refuse("not_invited") : { _tag: "Make", role }
}
