import { expect, it } from "vitest"
import { parseUrl } from "@telemark/contract"

it("reads a URL with letters beyond ASCII however often it was called: in Node 20, URL.canParse refuses them once it is optimized", () => {
  const results = new Set<string | undefined>()
  for (let round = 0; round < 20_000; round++)
    results.add(parseUrl("https://münchen.example/ü")?.host)
  expect([...results]).toEqual(["xn--mnchen-3ya.example"])
})

it.each(["", "example.com", "https://", "https://exam ple.com", "https://[::1"])(
  "reads no URL in %j",
  (text) => {
    expect(parseUrl(text)).toBe(undefined)
  }
)
