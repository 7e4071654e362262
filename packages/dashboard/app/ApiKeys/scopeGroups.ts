/** Scopes by what they are about, in the order of the form. */
export const scopeGroups = {
  email: ["email:send", "email:read"],
  template: ["template:read", "template:manage"],
  topic: ["topic:read", "topic:write"],
  domain: ["domain:read", "domain:write"],
  smtp: ["smtp:read", "smtp:write"],
  suppression: ["suppression:read", "suppression:write"],
  tracking: ["tracking:read", "tracking:write"],
  webhook: ["webhook:read", "webhook:write"],
  feedback: ["feedback:read", "feedback:write"],
  person: ["person:manage"],
  apikey: ["apikey:manage"],
  audit: ["audit:read"]
} as const

export type ScopeGroup = keyof typeof scopeGroups
export type KeyScope = (typeof scopeGroups)[ScopeGroup][number]

export const allKeyScopes: ReadonlyArray<KeyScope> = Object.values(scopeGroups).flat()

/** The scopes that a session can give to a key, in the order of the form. */
export const grantable = (held: ReadonlyArray<string>): ReadonlyArray<KeyScope> =>
  allKeyScopes.filter((scope) => held.includes(scope))
