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
  /** By its groups, in place of somebody who has been invited by this address. */
  | {
      readonly _tag: "Make"
      readonly role: Role
      readonly home: string | null
      readonly instead: MemberRecord | undefined
    }
  | { readonly _tag: "Refuse"; readonly because: Refusal }

const refuse = (because: Refusal): Admission => ({ _tag: "Refuse", because })

/**
 * What groups grant comes before what others say of an address: anybody who may invite people
 * somewhere can invite any address there. For the whole server, only operators can.
 */
const yieldsToGroups = (
  { invited_until, last_signed_in_at, state, tenant_id }: MemberRecord,
  home: string | null,
  now: number
): boolean => {
  if (state === "active") return false
  const hasExpired = state === "invited" && (invited_until ?? 0) <= now
  const isElsewhere = tenant_id !== null && tenant_id !== home
  return hasExpired || (isElsewhere && (state === "invited" || last_signed_in_at === null))
}

/**
 * Whether somebody signs in. An address finds a member only until the member has signed in once: an
 * address that is given to somebody else later doesn't lead to who had it before.
 */
export const decideAdmission = (
  { issuer, role, subject }: Pick<Identity, "issuer" | "role" | "subject">,
  known: {
    readonly byIdentity: MemberRecord | undefined
    readonly byAddress: MemberRecord | undefined
    /** The tenant of those whom groups let in, null for the whole server; undefined without one. */
    readonly home: string | null | undefined
  },
  now: number
): Admission => {
  const { byAddress, home } = known
  // Another request may have made it known between the two look-ups.
  const isSame = byAddress?.issuer === issuer && byAddress.subject === subject
  const byIdentity = known.byIdentity ?? (isSame ? byAddress : undefined)
  if (byIdentity !== undefined) {
    if (byIdentity.state === "disabled") return refuse("disabled")
    if (!byIdentity.from_groups) return { _tag: "Admit", member: byIdentity, role: byIdentity.role }
    return role === undefined ? refuse("not_invited") : { _tag: "Admit", member: byIdentity, role }
  }
  const isByGroups = role !== undefined && home !== undefined
  if (byAddress !== undefined && !(isByGroups && yieldsToGroups(byAddress, home, now)))
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
  return isByGroups ? { _tag: "Make", role, home, instead: byAddress } : refuse("not_invited")
}
