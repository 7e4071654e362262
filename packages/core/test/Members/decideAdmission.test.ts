import { describe, expect, it } from "vitest"
import { decideAdmission } from "../../src/accounts/members/decideAdmission.js"
import { type MemberRecord, newMember } from "../../src/accounts/members/Member.js"

const now = 1_000
const issuer = "https://id.example.com"

const member = (changes: Partial<MemberRecord> = {}): MemberRecord => ({
  ...newMember("mem_1", "tn_a", { email: "ada@example.com", role: "viewer" }, 0),
  invited_until: now + 1,
  ...changes
})

const known = { state: "active", issuer, subject: "1" } as const

const decided = (
  byIdentity: MemberRecord | undefined,
  byAddress: MemberRecord | undefined,
  role?: MemberRecord["role"]
) => {
  const decision = decideAdmission({ issuer, subject: "1", role }, { byIdentity, byAddress }, now)
  return decision._tag === "Refuse"
    ? decision.because
    : "role" in decision
      ? `${decision._tag} ${decision.role}`
      : decision._tag
}

describe("whether an identity is let in", () => {
  it.each<readonly [string, MemberRecord | undefined, MemberRecord | undefined, string]>([
    ["nobody knows it", undefined, undefined, "not_invited"],
    ["its address is invited", undefined, member(), "Accept"],
    ["its invitation ends now", undefined, member({ invited_until: now }), "invitation_expired"],
    ["its address is disabled", undefined, member({ state: "disabled" }), "disabled"],
    [
      "its address signs in otherwise",
      undefined,
      member({ ...known, subject: "2" }),
      "other_sign_in"
    ],
    [
      "its address signs in elsewhere",
      undefined,
      member({ ...known, issuer: "proxy" }),
      "other_sign_in"
    ],
    // Between the two look-ups, another request made it known.
    ["its address has just become it", undefined, member(known), "Admit viewer"],
    ["it is known", member(known), undefined, "Admit viewer"],
    ["it is known, and its address is another's", member(known), member(), "Admit viewer"],
    ["it is disabled", member({ ...known, state: "disabled" }), undefined, "disabled"],
    [
      "its groups let it in before",
      member({ ...known, from_groups: true }),
      undefined,
      "not_invited"
    ]
  ])("%s", (_, byIdentity, byAddress, expected) => {
    expect(decided(byIdentity, byAddress)).toBe(expected)
  })

  it.each<readonly [string, MemberRecord | undefined, MemberRecord | undefined, string]>([
    ["nobody knows it", undefined, undefined, "Make admin"],
    [
      "its groups let it in before",
      member({ ...known, from_groups: true }),
      undefined,
      "Admit admin"
    ],
    ["it was invited with another role", member(known), undefined, "Admit viewer"],
    [
      "its address signs in otherwise",
      undefined,
      member({ ...known, subject: "2" }),
      "other_sign_in"
    ],
    ["its address is disabled", undefined, member({ state: "disabled" }), "disabled"]
  ])("with a group of admins: %s", (_, byIdentity, byAddress, expected) => {
    expect(decided(byIdentity, byAddress, "admin")).toBe(expected)
  })
})
