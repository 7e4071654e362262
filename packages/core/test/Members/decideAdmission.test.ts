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
  role?: MemberRecord["role"],
  home: string | null | undefined = "tn_a"
) => {
  const known = { byIdentity, byAddress, home }
  const decision = decideAdmission({ issuer, subject: "1", role }, known, now)
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

  const elsewhere = { tenant_id: "tn_b" }

  it.each<readonly [string, Partial<MemberRecord>, string | null, string]>([
    ["invited there", {}, "tn_a", "Accept"],
    ["invited elsewhere", elsewhere, "tn_a", "Make admin"],
    ["invited elsewhere, and groups count for all", elsewhere, null, "Make admin"],
    // By an operator: nobody else can.
    ["invited for the whole server", { tenant_id: null }, "tn_a", "Accept"],
    ["invited there long ago", { invited_until: now }, "tn_a", "Make admin"],
    ["invited elsewhere long ago", { ...elsewhere, invited_until: now }, "tn_a", "Make admin"],
    [
      "disabled elsewhere before it ever signed in",
      { ...elsewhere, state: "disabled" },
      "tn_a",
      "Make admin"
    ],
    [
      "disabled elsewhere after it signed in",
      { ...elsewhere, state: "disabled", last_signed_in_at: 1 },
      "tn_a",
      "disabled"
    ],
    ["disabled for the whole server", { tenant_id: null, state: "disabled" }, "tn_a", "disabled"],
    ["active elsewhere", { ...elsewhere, ...known, subject: "2" }, "tn_a", "other_sign_in"]
  ])("with a group of admins, its address is %s", (_, changes, home, expected) => {
    expect(decided(undefined, member(changes), "admin", home)).toBe(expected)
  })

  it("with a group of admins of a tenant that doesn't exist, decides without it", () => {
    const other = member(elsewhere)
    expect(
      [undefined, other].map(
        (byAddress) =>
          decideAdmission(
            { issuer, subject: "1", role: "admin" },
            { byIdentity: undefined, byAddress, home: undefined },
            now
          )._tag
      )
    ).toEqual(["Refuse", "Accept"])
  })
})
