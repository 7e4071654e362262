import { allScopes, type Scope } from "@telemark/contract"
import { grantScopes } from "@telemark/core"
import { describe, expect, it } from "vitest"

const own = (...scopes: ReadonlyArray<Scope>): ReadonlySet<Scope> => new Set(scopes)

describe("the scopes of a new key", () => {
  it("are sending and reading mail when none are named", () => {
    expect(grantScopes(undefined, new Set(allScopes))).toEqual({
      _tag: "Granted",
      scopes: ["email:send", "email:read"]
    })
  })

  it("are clamped to the creator's scopes when none are given", () => {
    expect(grantScopes(undefined, own("apikey:manage", "email:read"))).toEqual({
      _tag: "Granted",
      scopes: ["email:read"]
    })
  })

  it("can't be none", () => {
    expect(grantScopes(undefined, own("apikey:manage"))).toEqual({
      _tag: "Exceeds",
      scopes: ["email:send", "email:read"]
    })
  })

  it("are never clamped when named: one that the creator lacks refuses all", () => {
    expect(grantScopes(["email:read", "smtp:write"], own("email:read"))).toEqual({
      _tag: "Exceeds",
      scopes: ["smtp:write"]
    })
  })

  it("are each there once", () => {
    expect(grantScopes(["email:read", "email:read"], own("email:read"))).toEqual({
      _tag: "Granted",
      scopes: ["email:read"]
    })
  })
})
