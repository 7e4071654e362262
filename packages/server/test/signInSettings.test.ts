import { describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { readSettings } from "../src/settings/Settings.js"
import { claimOf, parseRoleMapping, roleOf } from "../src/signIn/roleMapping.js"
import { withEnvironment } from "./support/withEnvironment.js"

const oidc = {
  TELEMARK_PUBLIC_URL: "https://mail.example.com",
  TELEMARK_OIDC_ISSUER: "https://id.example.com",
  TELEMARK_OIDC_CLIENT_ID: "telemark"
}
const proxy = {
  TELEMARK_PROXY_AUTH_HEADER: "Remote-Email",
  TELEMARK_PROXY_AUTH_NETWORKS: "10.1.0.0/16"
}

describe("settings of signing in", () => {
  it.effect.each([
    ["https://id.example.com/.well-known/openid-configuration", "leave out /.well-known/"],
    ["https://login.microsoftonline.com/common/v2.0", "your directory"],
    ["https://login.microsoftonline.com/organizations/v2.0", "your directory"],
    ["https://login.microsoftonline.us/Common/v2.0/", "your directory"]
  ] as const)("refuse an issuer that is none, or any, and say what to do: %s", ([issuer, what]) =>
    Effect.gen(function* () {
      const environment = { ...oidc, TELEMARK_OIDC_ISSUER: issuer }
      const { problems } = yield* Effect.flip(withEnvironment(readSettings, environment))
      expect(problems).toEqual([
        { name: "TELEMARK_OIDC_ISSUER", problem: expect.stringContaining(what) as unknown }
      ])
    })
  )

  it.effect.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ ...oidc, TELEMARK_PUBLIC_URL: "" }, "TELEMARK_PUBLIC_URL"],
    [{ ...oidc, TELEMARK_OIDC_CLIENT_ID: "" }, "TELEMARK_OIDC_CLIENT_ID"],
    [{ ...oidc, TELEMARK_OIDC_ISSUER: "" }, "TELEMARK_OIDC_ISSUER"],
    [{ ...oidc, TELEMARK_OIDC_ISSUER: "http://id.example.com" }, "TELEMARK_OIDC_ISSUER"],
    [{ ...oidc, TELEMARK_OIDC_ISSUER: "https://id.example.com?x" }, "TELEMARK_OIDC_ISSUER"],
    [{ ...oidc, TELEMARK_OIDC_ROLES: "groups: a=boss" }, "TELEMARK_OIDC_ROLES"],
    [{ ...oidc, TELEMARK_OIDC_ROLES: "a=admin" }, "TELEMARK_OIDC_ROLES"],
    [{ ...oidc, TELEMARK_OIDC_ROLES: "groups: a=admin, a=viewer" }, "TELEMARK_OIDC_ROLES"],
    [{ ...oidc, TELEMARK_MEMBER_TENANT: "a b" }, "TELEMARK_MEMBER_TENANT"],
    [{ ...proxy, TELEMARK_PROXY_AUTH_NETWORKS: "" }, "TELEMARK_PROXY_AUTH_NETWORKS"],
    [{ ...proxy, TELEMARK_PROXY_AUTH_NETWORKS: "10.1.0.1/16" }, "TELEMARK_PROXY_AUTH_NETWORKS"],
    [{ ...proxy, TELEMARK_PROXY_AUTH_HEADER: "" }, "TELEMARK_PROXY_AUTH_HEADER"],
    [{ ...proxy, TELEMARK_PROXY_AUTH_HEADER: "Remote Email" }, "TELEMARK_PROXY_AUTH_HEADER"]
  ])("refuse what can't be meant: %j", ([environment, name]) =>
    Effect.gen(function* () {
      const { problems } = yield* Effect.flip(withEnvironment(readSettings, environment))
      expect(problems.map((problem) => problem.name)).toEqual([name])
    })
  )

  it.effect("have what is given, and show no secret", () =>
    Effect.gen(function* () {
      const { signIn } = yield* withEnvironment(readSettings, {
        ...oidc,
        ...proxy,
        TELEMARK_OIDC_CLIENT_SECRET: "hush",
        TELEMARK_PROXY_AUTH_ROLES: "Remote-Groups: staff=viewer",
        TELEMARK_MEMBER_TENANT: "*"
      })
      expect(signIn).toMatchObject({
        home: "*",
        oidc: { issuer: "https://id.example.com", scopes: "openid email profile" },
        proxy: {
          header: "remote-email",
          networks: ["10.1.0.0/16"],
          roles: { from: "remote-groups" }
        }
      })
      expect(JSON.stringify(signIn)).not.toContain("hush")
    })
  )
})

describe("groups", () => {
  const mapping = (text: string) => Result.getOrThrow(parseRoleMapping(text))

  it("grant the greatest of their roles", () => {
    const roles = mapping("https://example.com/groups: a=viewer, b=admin,c = developer,x=y=support")
    expect(roles.from).toBe("https://example.com/groups")
    expect(
      [["a"], ["a", "c"], ["c", "b", "a"], ["x=y"], ["A"], [], "b", undefined, null, { b: 1 }].map(
        (groups) => roleOf(roles, groups)
      )
    ).toEqual([
      "viewer",
      "developer",
      "admin",
      "support",
      undefined,
      undefined,
      "admin",
      undefined,
      undefined,
      undefined
    ])
    expect(roleOf(roles, [...Array.from({ length: 1000 }, () => "z"), "b"])).toBe(undefined)
  })

  it("are found in a claim by its name, or by a path", () => {
    const claims = { "a.b": ["1"], realm_access: { roles: ["2"] }, text: "3" }
    expect(claimOf(claims, "a.b")).toEqual(["1"])
    expect(claimOf(claims, "realm_access.roles")).toEqual(["2"])
    for (const name of ["text.length", "constructor", "realm_access.constructor", "none.at.all"])
      expect(claimOf(claims, name)).toBe(undefined)
  })
})
