import { describe, expect, it } from "vitest"
import type { NodeRequest } from "../src/hosts/nodeBody.js"
import { nodeUrl } from "../src/hosts/nodeHandler.js"
import { bearerToken } from "../src/requests/IncomingRequest.js"

describe("the bearer token", () => {
  it.each([
    ["Bearer tmk_a", "tmk_a"],
    ["bearer tmk_a", "tmk_a"],
    ["BEARER   tmk_a \t", "tmk_a"],
    ["Bearertmk_a", undefined],
    ["Tokennn tmk_a", undefined],
    ["x Bearer tmk_a", undefined],
    ["Bearer tmk_a tmk_b", undefined],
    ["Bearer tmk_a,tmk_b", undefined],
    ["Bearer", undefined],
    ["", undefined],
    [undefined, undefined]
  ])("of %j is %j", (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })
})

describe("the path below a mount", () => {
  it.each([
    [{ url: "/v1/emails?a=b" }, "/v1/emails?a=b"],
    [{ url: "/emails", baseUrl: "/v1", originalUrl: "/v1/emails" }, "/v1/emails"],
    [{ url: "/", baseUrl: "/v1", originalUrl: "/v1" }, "/v1/"],
    [{ url: "/v1/emails", baseUrl: "", originalUrl: "/v1/emails" }, "/v1/emails"],
    [{ url: "/v1/emails", baseUrl: "/mail", originalUrl: "/mail/v1/emails" }, "/v1/emails"],
    [{ url: "/emails", originalUrl: "/v1/emails" }, "/v1/emails"],
    [{ url: "http://mail.example.com/v1/emails?a=/" }, "/v1/emails?a=/"],
    [{ url: "http://mail.example.com?a=b" }, "/?a=b"]
  ])("of %j is %s", (request, url) => {
    expect(nodeUrl(request as NodeRequest)).toBe(url)
  })
})
