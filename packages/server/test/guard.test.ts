import { describe, expect, it } from "@effect/vitest"
import { isLocal, type Origin } from "../src/Inbox/guard.js"

const here: Origin = { remoteAddress: "127.0.0.1", httpVersion: "1.1", headers: { host: "localhost:3025" } }

describe("who may see captured mail", () => {
  it.each(["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])("a caller from %s", (remoteAddress) => {
    expect(isLocal({ ...here, remoteAddress })).toBe(true)
  })

  it.each(["192.168.1.2", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1", "1.127.0.0.1", ""])("nobody from %s", (remoteAddress) => {
    expect(isLocal({ ...here, remoteAddress })).toBe(false)
  })

  it("nobody whose address is unknown", () => {
    expect(isLocal({ ...here, remoteAddress: undefined })).toBe(false)
  })

  it("nobody behind a proxy that speaks HTTP/1.0", () => {
    expect(isLocal({ ...here, httpVersion: "1.0" })).toBe(false)
  })

  it.each([undefined, "", "evil.example", "localhost@evil.example", "127.0.0.1.evil.example", "localhost:80:80", "[::2]"])(
    "nobody who calls this machine %s",
    (host) => {
      expect(isLocal({ ...here, headers: host === undefined ? {} : { host } })).toBe(false)
    }
  )

  it.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])("nobody whose request carries %s", (name) => {
    expect(isLocal({ ...here, headers: { ...here.headers, [name]: "x" } })).toBe(false)
  })
})
