import { describe, expect, it } from "vitest"
import { Redacted, Result } from "effect"
import fc from "fast-check"
import { lifetimeOf } from "../src/oauth2/AccessTokens.js"
import { readTokenAnswer } from "../src/oauth2/readTokenAnswer.js"
import { readChallenge, tokenResponse } from "../src/oauth2/tokenLogin.js"

const read = (members: object, status = 200) =>
  readTokenAnswer({ status, body: JSON.stringify(members) })

const lifeOf = (expires_in: unknown) =>
  Result.getOrThrow(read({ access_token: "a", expires_in })).life

describe("the answer of a token endpoint", () => {
  it.each([
    [3599, 3_599_000],
    ["3599", 3_599_000],
    [0, 0],
    [1.9, 1000],
    [1e12, 86_400_000],
    [undefined, 300_000],
    [-5, 300_000],
    ["soon", 300_000],
    [null, 300_000]
  ])("gives a token the life that it says, within bounds: %j", (given, life) => {
    expect(lifeOf(given)).toBe(life)
  })

  it.each([
    { access_token: "a", token_type: "mac" },
    { access_token: "" },
    { access_token: "a b" },
    { access_token: "ä" },
    { access_token: "a\x01auth=" },
    { access_token: "a".repeat(9001) },
    { access_token: ["a"] },
    [],
    null as unknown as object
  ])("without a token that can be sent is of no use: %#", (members) => {
    expect(read(members)).toEqual(Result.fail("unusable_answer"))
  })

  it("gives a new refresh token, if there is one that can be sent", () => {
    const refresh = (refresh_token: unknown) =>
      Result.getOrThrow(read({ access_token: "a", refresh_token })).refreshToken
    expect(Redacted.value(refresh("1//new") ?? Redacted.make(""))).toBe("1//new")
    expect(refresh("\0")).toBeUndefined()
    expect(refresh(undefined)).toBeUndefined()
  })

  it("is read whatever it is", () => {
    fc.assert(
      fc.property(fc.nat(999), fc.oneof(fc.string(), fc.json()), (status, body) => {
        expect(Result.isResult(readTokenAnswer({ status, body }))).toBe(true)
      })
    )
  })
})

describe("a token's life", () => {
  const second = 1_000_000_000n
  it.each([
    [3600, 3300n],
    [600, 540n],
    [60, 54n],
    [86_400, 86_100n],
    [0, 0n]
  ])("of %d s is renewed after %d s", (seconds, renewed) => {
    const asked = 7n * second
    expect(lifetimeOf(asked, seconds * 1000)).toEqual({
      endsAt: asked + BigInt(seconds) * second,
      renewAt: asked + renewed * second
    })
  })
})

describe("the login with a token", () => {
  const login = {
    user: "user@example.com",
    accessToken: Redacted.make("vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="),
    host: "server.example.com",
    port: 587
  }

  it("by XOAUTH2 is as Google and Microsoft show it", () => {
    expect(
      tokenResponse({
        ...login,
        user: "someuser@example.com",
        accessToken: Redacted.make("ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg"),
        mechanism: "XOAUTH2"
      })
    ).toBe(
      "dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0Q2cBAQ=="
    )
  })

  it("by OAUTHBEARER is as RFC 7628 4.2 shows it", () => {
    expect(tokenResponse({ ...login, mechanism: "OAUTHBEARER" })).toBe(
      "bixhPXVzZXJAZXhhbXBsZS5jb20sAWhvc3Q9c2VydmVyLmV4YW1wbGUuY29tAXBvcnQ9NTg3AWF1dGg9QmVhcmVyIHZGOWRmdDRxbVRjMk52YjNSbGNrQmhiSFJoZG1semRHRXVZMjl0Q2c9PQEB"
    )
  })

  it("escapes what has a meaning in the user's name", () => {
    const response = tokenResponse({ ...login, user: "a=b,c", mechanism: "OAUTHBEARER" })
    expect(Buffer.from(response, "base64").toString()).toContain("n,a=a=3Db=2Cc,\x01")
  })

  it.each([
    [{ status: "insufficient_scope", scope: "mail" }, "insufficient_scope"],
    [{ status: "invalid_token" }, "token_refused"],
    [{ status: 401 }, "token_refused"],
    [{}, "token_refused"],
    [null, "token_refused"]
  ])("understands the challenge %j", (challenge, refusal) => {
    expect(readChallenge(Buffer.from(JSON.stringify(challenge)).toString("base64"))).toBe(refusal)
    expect(readChallenge("%%%")).toBe("token_refused")
  })
})
