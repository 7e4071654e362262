import { WebhookUrl } from "@telemark/contract"
import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"

const isUrl = (text: unknown): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(WebhookUrl)(text))

describe("a webhook's URL", () => {
  it.each([
    "https://example.com",
    "https://example.com/hooks?tenant=1#part",
    "http://example.com:8080/",
    "HTTPS://Example.COM/x",
    "https://münchen.example/ü",
    "https://[2001:db8::1]/hooks",
    "https://192.0.2.1/",
    "https://example.com/a@b",
    "https://example.com/?to=a@b",
    "https://example.com/#a@b",
    `https://example.com/${"x".repeat(2048 - 20)}`
  ])("may be %s", (url) => {
    expect(isUrl(url)).toBe(true)
  })

  it.each([
    "",
    " ",
    "example.com",
    "//example.com",
    "/hooks",
    "https:",
    "https://",
    "http:///",
    "https:///x",
    "https:///hooks.example.com",
    "https://?x",
    "https://#x",
    "https:example.com",
    "https:/example.com",
    "ftp://example.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ws://example.com",
    "https://a:b@example.com",
    "https://a@example.com",
    "https://@example.com",
    "https://:@example.com",
    "https://example.com/a b",
    " https://example.com",
    "https://example.com\n",
    "https://example.com/\u0000",
    "https://exa\tmple.com",
    "https:\\\\example.com",
    "https://example.com\\@b",
    "https://exam ple.com",
    "https://example.com:99999/",
    "https://[::1",
    "https://%00/",
    `https://example.com/${"x".repeat(2049 - 20)}`,
    "https://example.com/\ud800"
  ])("may not be %j", (url) => {
    expect(isUrl(url)).toBe(false)
  })

  it.each([null, undefined, 1, {}, ["https://example.com"]])("is no %j", (url) => {
    expect(isUrl(url)).toBe(false)
  })
})
