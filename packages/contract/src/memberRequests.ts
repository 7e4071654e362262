import { Schema } from "effect"
import { Address } from "./address.js"
import { flag, instant, list, named, optional, orNull, required, text } from "./members.js"
import { afterPage, pageWithNext } from "./paging.js"
import { Role } from "./roles.js"
import { controlProblem } from "./textRules.js"
import { boundedText, wordedRule } from "./validation/text.js"

const Name = boundedText(100, 1).pipe(Schema.check(wordedRule(controlProblem)))
const name = "The name to show people, 1 to 100 characters."
const role = "What the member may do: `viewer`, `support`, `developer` or `admin`."

export const InviteMember = named("InviteMember", {
  email: required(Address, "The address of the member. It belongs to one member of the server."),
  name: optional(Name, name),
  role: required(Role, role),
  operator: optional(
    Schema.Boolean,
    "Whether the role holds for the whole server, with all its tenants. Only operators may say so; false by default."
  )
})
export type InviteMember = typeof InviteMember.Type

/** A member of the request that is left out stays as it is. */
export const UpdateMember = Schema.Struct({
  name: optional(Name, name),
  role: optional(Role, role),
  disabled: optional(
    Schema.Boolean,
    "Whether the member is disabled: its sessions and streams end at once, and it can't sign in."
  )
})
  .pipe(
    Schema.check(
      wordedRule((changes) =>
        Object.values(changes).every((change) => change === undefined)
          ? "must have a name, role or disabled"
          : undefined
      )
    )
  )
  .annotate({ identifier: "UpdateMember" })
export type UpdateMember = typeof UpdateMember.Type

export const ListMembers = named("ListMembers", {
  ...afterPage(),
  q: optional(
    boundedText(254),
    "Only members whose address or name contains this text, in upper or lower case."
  )
})
export type ListMembers = typeof ListMembers.Type

export const MemberState = Schema.Literals(["invited", "active", "disabled"]).annotate({
  identifier: "MemberState"
})
export type MemberState = typeof MemberState.Type

export const Member = named("Member", {
  id: text("The member's id."),
  email: text("The address by which the member was invited."),
  name: orNull(text("The name to show people; null if none was given.")),
  role: Role.annotate({ description: "What the member may do." }),
  operator: flag("Whether the role holds for the whole server, with all its tenants."),
  state: MemberState.annotate({
    description: "`invited` until the first sign-in; a `disabled` member can't sign in."
  }),
  sign_in: orNull(
    text(
      "How the member signs in: the identity provider's address, `proxy`, or `invitation`; null before the first sign-in."
    )
  ),
  from_groups: flag(
    "Whether the role follows from the member's groups at the identity provider, anew at each sign-in."
  ),
  created_at: instant("When the member was made."),
  invited_until: orNull(instant("When the invitation expires; null once it was accepted.")),
  last_signed_in_at: orNull(instant("When the member signed in last; null if never."))
})
export type Member = typeof Member.Type

export const MemberList = pageWithNext("MemberList", Member)
export type MemberList = typeof MemberList.Type

export const InvitedMember = named("InvitedMember", {
  member: Member,
  invitation_url: orNull(
    text(
      "The address to pass on, shown only here: it signs the member in once. A path if the server doesn't know its own address. Null if the member needs none."
    )
  ),
  sent: flag("Whether an invitation was sent to the member's address.")
})
export type InvitedMember = typeof InvitedMember.Type

export const MemberSession = named("MemberSession", {
  id: text("The session's id."),
  created_at: instant("When it began."),
  seen_at: instant("When it was last used, to ten minutes."),
  expires_at: instant("When it ends by itself."),
  address: orNull(text("The IP address from which it began; null if it isn't known.")),
  browser: text("The browser's family, such as `Firefox`, or `other`."),
  current: flag("Whether it is the session that asks.")
})
export type MemberSession = typeof MemberSession.Type

export const MemberDetails = named("MemberDetails", {
  ...Member.fields,
  sessions: list(MemberSession, "Those that haven't ended, newest first.")
})
export type MemberDetails = typeof MemberDetails.Type
