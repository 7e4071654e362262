import type { Member, Role } from "@telemark/client"

const roles: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  support: "Support",
  developer: "Developer",
  admin: "Admin"
}

const rolesHint: Readonly<Record<Role, string>> = {
  viewer: "Reads everything but keys and members, also what mail says.",
  support: "Also suppresses addresses, sends, cancels mail and sends it again.",
  developer: "Also changes templates, domains, topics, webhooks and servers.",
  admin: "Also manages keys and members."
}

const states: Readonly<Record<Member["state"], string>> = {
  invited: "Invited",
  active: "Active",
  disabled: "Disabled"
}

export const en = {
  intro: "People who sign in here by name, and what each of them may do.",
  list: "Members",
  invite: "Invite",
  inviteTitle: "Invite a member",
  emptyTitle: "No members yet",
  empty: "Invite people, so that nobody has to share an API key.",
  emptyFilter: "No member matches.",
  search: "Search members",
  searchHint: "Address or name",
  email: "Address",
  name: "Name",
  role: "Role",
  roles,
  rolesHint,
  operator: "For the whole server",
  operatorHint: "With all its tenants. An admin then also manages the tenants.",
  everywhere: "Whole server",
  state: "State",
  states,
  lastSignIn: "Last sign-in",
  created: "Invited",
  wasSent: (email: string) => `An invitation was sent to ${email}.`,
  wasInvited: (email: string) => `${email} can sign in now.`,
  linkTitle: (email: string) => `The invitation of ${email}`,
  link: "Invitation",
  linkText: "Pass this address on. It signs in once, within seven days.",
  details: "Member",
  fromGroups: "The role follows from the member's groups at the identity provider.",
  disable: "Disable",
  enable: "Enable",
  disableTitle: (email: string) => `Disable ${email}?`,
  disableText: "Sessions of this member end at once, and it can't sign in any more.",
  again: "Invite again",
  againTitle: (email: string) => `Invite ${email} again?`,
  againText: "Sessions of this member end at once. The next sign-in may be by another way.",
  remove: "Remove",
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText: "Sessions of this member end at once. You can invite the address again.",
  wasRemoved: (email: string) => `${email} was removed.`,
  notFound: "No such member",
  sessions: "Sessions",
  sessionsIntro: "Where you are signed in.",
  noSessions: "No sessions",
  began: "Began",
  seen: "Last used",
  from: "From",
  browser: "Browser",
  otherBrowser: "Other",
  current: "This one",
  end: "End",
  endLabel: (browser: string) => `End the session in ${browser}`,
  passkeys: "Passkeys",
  noPasskeys: "No passkeys",
  passkeysHint:
    "With a passkey, you sign in here by your device. Without one, you need an invitation each time.",
  addPasskey: "Add a passkey",
  passkeyAdded: "The passkey was added.",
  removePasskey: "Remove this passkey",
  passkeyRemoved: "The passkey was removed.",
  added: "Added",
  wasEnded: "The session has ended."
}

export type MemberTexts = typeof en
