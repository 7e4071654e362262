import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { localLinks } from "../src/application/addresses.js"

const captured = { _tag: "Capture", all: false } as const
const relay = {
  _tag: "Smtp",
  name: "TELEMARK_SMTP_URL",
  url: Redacted.make("smtp://localhost"),
  connections: 1,
  messagesPerConnection: 1
} as const

describe("links in captured mail without a public URL", () => {
  it.each([
    ["127.0.0.1", 3025, "http://127.0.0.1:3025"],
    ["0.0.0.0", 80, "http://127.0.0.1:80"],
    ["::", 3025, "http://localhost:3025"],
    ["::1", 3025, "http://[::1]:3025"],
    ["mail.internal", 3025, "http://mail.internal:3025"]
  ])("of a server at %s, port %s, begin with its own address", (host, port, url) => {
    expect(localLinks({ host, port, transport: captured })).toBe(url)
  })

  it("are left out where the system chooses the port, and where mail is sent", () => {
    expect(localLinks({ host: "127.0.0.1", port: 0, transport: captured })).toBeUndefined()
    expect(localLinks({ host: "127.0.0.1", port: 3025, transport: relay })).toBeUndefined()
  })
})
