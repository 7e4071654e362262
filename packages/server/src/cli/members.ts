import {
  allScopes,
  type InvitedMember,
  InviteMember,
  ListMembers,
  Members,
  operatorScopes,
  type Principal,
  type Scope,
  type Tenant,
  UpdateMember
} from "@telemark/core"
import { layerOperations } from "../application/layers.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { commandLineActor } from "./recorded.js"
import { oneTenant } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"

const command = operationCommands(withDatabase(layerOperations), Members)
const tenant = oneTenant("The tenant of the member; those for the whole server are in each.")
const member = "The member's address or id."

/** Whoever has the command line may do everything. */
const operatorOf = (tenant: Tenant): Principal => ({
  tenant,
  scopes: new Set<Scope>([...allScopes, ...operatorScopes]),
  actor: commandLineActor()
})

const missing = ({ tenant: { name } }: { readonly tenant: Tenant }) =>
  `The tenant "${name}" has no such member. \`telemark members list\` lists its members, \`telemark members invite\` invites one.`

const howToSignIn = ({ invitation_url, member, sent }: InvitedMember) => {
  const { email } = member
  if (invitation_url === null)
    return sent
      ? (`An invitation was sent to ${email}.` as const)
      : (`${email} can sign in from now on, for seven days. No invitation was sent.` as const)
  const remark = `This address signs ${email} in once, within seven days. Anyone who opens it first is that member.`
  return [
    invitation_url,
    invitation_url.startsWith("/")
      ? `${remark} Put it behind the address at which people reach the server.`
      : remark
  ] as const
}

const textOf = (invited: InvitedMember): string | readonly [string, ...Array<string>] => {
  const said = howToSignIn(invited)
  return typeof said === "string" ? said : [said[0], said[1]]
}

const disabling = (disabled: boolean) =>
  command({
    audits: ["members.update", "member", "member"],
    description: disabled
      ? "Disables a member: its sessions and streams end at once, and it can't sign in."
      : "Lets a disabled member sign in again.",
    arguments: { member },
    options: { tenant },
    perform: (members, { member, tenant }) =>
      members.update(operatorOf(tenant), member, { disabled }),
    missing,
    text: ({ email, state }) => `${email} is ${state} now.`
  })

const description = "Invites, lists, changes and removes members: people who sign in by name."

export const members = group("members", description, {
  invite: command({
    audits: ["members.invite", "member", "email"],
    description: "Invites somebody, with a role.",
    request: InviteMember,
    arguments: {
      email: "The address of the member.",
      role: "viewer, support, developer or admin."
    },
    options: {
      name: "The name to show people.",
      operator: "The role holds for the whole server, with all its tenants.",
      tenant
    },
    perform: (members, { tenant, ...request }) => members.invite(operatorOf(tenant), request),
    text: textOf
  }),
  reinvite: command({
    audits: ["members.reinvite", "member", "member"],
    description: "Invites a member again. Its sessions end, and a former invitation becomes void.",
    arguments: { member },
    options: { tenant },
    perform: (members, { member, tenant }) => members.reinvite(operatorOf(tenant), member),
    missing,
    text: textOf
  }),
  list: command({
    description: "Lists the members of a tenant and those for the whole server, newest first.",
    request: ListMembers,
    options: {
      q: "Only members whose address or name contains this text.",
      limit: "The most members to list; 50 by default.",
      after: "The `next` of the list before.",
      tenant
    },
    perform: (members, { tenant, ...request }) => members.list(operatorOf(tenant), request),
    text: ({ data, next }) => [
      tableOf(data, {
        ADDRESS: "email",
        NAME: "name",
        ROLE: "role",
        OF: ({ operator }) => (operator ? "server" : "tenant"),
        STATE: "state",
        "SIGNS IN BY": "sign_in",
        "LAST SIGN-IN": ({ last_signed_in_at }) => last_signed_in_at ?? "never"
      }),
      ...(next === null ? [] : [`More follow: --after ${next}`])
    ]
  }),
  role: command({
    audits: ["members.update", "member", "member"],
    description: "Gives a member another role, in its open sessions as well.",
    request: UpdateMember,
    arguments: { member, role: "viewer, support, developer or admin." },
    options: { tenant },
    perform: (members, { member, role, tenant }) =>
      members.update(operatorOf(tenant), member, { role }),
    missing,
    text: ({ email, role }) => `${email} has the role ${role} now.`
  }),
  disable: disabling(true),
  enable: disabling(false),
  remove: command({
    audits: ["members.remove", "member", "member"],
    description: "Removes a member. Its sessions end at once.",
    arguments: { member },
    options: { tenant },
    perform: (members, { member, tenant }) => members.remove(operatorOf(tenant), member),
    missing,
    text: () => "The member was removed."
  })
})
