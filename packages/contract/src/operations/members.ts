import {
  InvitedMember,
  InviteMember,
  ListMembers,
  Member,
  MemberDetails,
  MemberList,
  UpdateMember
} from "../memberRequests.js"
import { Success } from "../members.js"
import { del, get, patch, post, readAllPages } from "./Operation.js"

const scope = "member:manage"
const id = { id: { description: "The member's id or address." } } as const

/** No API key has the scope: admins have it, in the dashboard. */
export const members = {
  list: get("/members", scope, "List the members, newest first", {
    description: `Operators also see members for the whole server. ${readAllPages}`,
    query: ListMembers,
    response: MemberList,
    answers: { 200: "A page of members." },
    mark: "data"
  }),
  invite: post("/members", scope, "Invite a member", {
    description:
      "The invitation holds for seven days. The address may belong to no other member of the server. Where people sign in at an identity provider or a proxy, they need no link: an invitation is sent if the tenant can send. Otherwise `invitation_url` signs in once.",
    body: InviteMember,
    response: InvitedMember,
    answers: { 201: "The member, and how it is invited." },
    mark: "sent",
    examples: { support: { email: "ada@example.com", name: "Ada", role: "support" } }
  }),
  /** Its sessions end, and the former link becomes void. */
  reinvite: post("/members/:id/invite", scope, "Invite a member again", {
    parameters: id,
    description:
      "Takes no body. The member's sessions end, a former link becomes void, and the next sign-in may be by another way.",
    response: InvitedMember,
    answers: { 200: "The member, and how it is invited." },
    mark: "sent",
    errors: ["NotFound", "ValidationFailed"]
  }),
  get: get("/members/:id", scope, "Get a member, with its sessions", {
    parameters: id,
    response: MemberDetails,
    answers: { 200: "The member." },
    mark: "role",
    errors: ["NotFound"]
  }),
  /** A member of the request that is left out stays as it is. */
  update: patch("/members/:id", scope, "Change a member", {
    parameters: id,
    description:
      "What you leave out stays as it is. A tenant's last active admin stays one. A change takes effect at once, also in sessions that are open.",
    body: UpdateMember,
    response: Member,
    answers: { 200: "The changed member." },
    mark: "role",
    errors: ["NotFound"],
    repeat: "always",
    examples: { promoted: { role: "admin" }, disabled: { disabled: true } }
  }),
  remove: del("/members/:id", scope, "Remove a member", {
    parameters: id,
    description: "Its sessions end at once, and its address may be invited again.",
    response: Success,
    answers: { 200: "The member is removed." },
    mark: "success",
    errors: ["NotFound", "ValidationFailed"]
  }),
  endSession: del("/members/:id/sessions/:session", scope, "End a member's session", {
    parameters: { ...id, session: { description: "The session's id." } },
    response: Success,
    answers: { 200: "The session has ended." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
