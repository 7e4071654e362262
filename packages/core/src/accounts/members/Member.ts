import {
  foldAddress,
  type InviteMember,
  type Member,
  type MemberState,
  type Role,
  timestamp,
  timestampOrNull,
  ValidationFailed
} from "@telemark/contract"
import { Duration } from "effect"

/** Somebody who signs in to the dashboard. Times are epoch milliseconds. */
export interface MemberRecord {
  readonly id: string
  /** Null if the role holds for the whole server. */
  readonly tenant_id: string | null
  readonly email: string
  /** The address's key, unique on the server. */
  readonly folded: string
  readonly name: string | null
  readonly role: Role
  readonly state: MemberState
  /** Who says who it is, and its name there; null before the first sign-in. */
  readonly issuer: string | null
  readonly subject: string | null
  /** Whether groups there decide about the role. */
  readonly from_groups: boolean
  /** The digest of what its invitation carries. */
  readonly invitation_hash: string | null
  readonly invited_until: number | null
  readonly created_at: number
  readonly last_signed_in_at: number | null
}

export const invitationMillis = Duration.toMillis("7 days")

/** Of a tenant, and of those for the whole server. */
export const maxMembers = 10_000

/** Beside the addresses of identity providers. */
export const ownIssuers = { proxy: "proxy", invitation: "invitation" } as const

export const newMember = (
  id: string,
  tenant_id: string | null,
  {
    email,
    name = null,
    role
  }: Omit<InviteMember, "operator" | "name"> & {
    readonly name?: string | null | undefined
  },
  created_at: number
): MemberRecord => ({
  id,
  tenant_id,
  email,
  folded: foldAddress(email),
  name,
  role,
  state: "invited",
  issuer: null,
  subject: null,
  from_groups: false,
  invitation_hash: null,
  invited_until: null,
  created_at,
  last_signed_in_at: null
})

export const viewOfMember = (member: MemberRecord): Member => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  operator: member.tenant_id === null,
  state: member.state,
  sign_in: member.issuer,
  from_groups: member.from_groups,
  created_at: timestamp(member.created_at),
  invited_until: timestampOrNull(member.invited_until),
  last_signed_in_at: timestampOrNull(member.last_signed_in_at)
})

/** What may follow from a member's groups alone. */
export const roleFromGroups = (): ValidationFailed =>
  ValidationFailed.at(
    "role",
    "can't be changed here: it follows from the member's groups at the identity provider"
  )

export const onlyOperators = (): ValidationFailed =>
  ValidationFailed.at("operator", "may be true only if an operator makes the request")

export const memberExists = (): ValidationFailed =>
  ValidationFailed.at("email", "belongs to a member of this server already")

/** Nobody of the tenant could undo it. */
export const lastAdmin = (): ValidationFailed =>
  ValidationFailed.at(
    "member",
    "must stay an active admin, because it is the last one: make somebody else an admin first"
  )
