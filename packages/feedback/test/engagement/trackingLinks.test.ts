import type { LinkSubject, TrackedActions } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { clickEnd, readClick } from "../../src/links/clickToken.js"
import { linksOf } from "../../src/links/layerLinks.js"
import { readLinkToken } from "../../src/links/linkToken.js"

const key = new Uint8Array(32).fill(1)
const base = "https://mail.example.net/below"
const frame = { bases: [base], ending: "" } as const
const id = "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6"

const subject = (track: TrackedActions | undefined, html: string | null = "<p>x</p>") =>
  ({
    id,
    tenant_id: "tn_1",
    sender: { name: null, address: "shop@example.com" },
    topic: null,
    tracking_verified: false,
    body: { id: "body_1", html, text: "x", headers: [], shown: null, attachments: [], track }
  }) as LinkSubject

const clickOf = (target: string, more: Partial<LinkSubject> = {}): string | undefined => {
  const click = linksOf(frame, key, { ...subject({ opens: false, clicks: true }), ...more })?.click
  const end = click?.endFor(target)
  return end === undefined ? undefined : `${click?.start ?? ""}${end}`
}

describe("the links of a message", () => {
  it("are none unless its send is tracked", () => {
    expect(linksOf(frame, key, subject(undefined))).toBeUndefined()
    expect(linksOf(frame, key, subject({ opens: false, clicks: false }))).toBeUndefined()
    expect(linksOf(frame, key, subject({ opens: true, clicks: true }, null))).toBeUndefined()
    expect(linksOf(frame, key, { ...subject(undefined), body: null })).toBeUndefined()
  })

  it("report opens, or clicks, or both", () => {
    const [opens, clicks] = [
      linksOf(frame, key, subject({ opens: true, clicks: false })),
      linksOf(frame, key, subject({ opens: false, clicks: true }))
    ]
    expect([opens?.click, clicks?.pixel]).toStrictEqual([undefined, undefined])
    const token = opens?.pixel?.slice(`${base}/t/o/`.length) ?? ""
    expect(opens?.pixel).toBe(`${base}/t/o/${token}`)
    expect(readLinkToken([key], "open", token)).toBe(id)
    expect(clicks?.click).toBeDefined()
  })

  it("end in a slash where the host wants one", () => {
    const subjectOfBoth = subject({ opens: true, clicks: true })
    const links = linksOf({ ...frame, ending: "/" }, key, { ...subjectOfBoth, topic: "news" })
    const end = links?.click?.endFor("https://a.example/")
    for (const address of [
      end,
      links?.pixel,
      links?.unsubscribe?.page,
      links?.unsubscribe?.preferences
    ])
      expect(address).toMatch(/[^/]\/$/)
    expect(end).toBe(`${clickEnd(key, { destination: "https://a.example/", tenant_id: "tn_1" })}/`)
  })

  it("name where a click leads, the same each time", () => {
    const target = "https://a.example/?a=1&b=2"
    const address = clickOf(target) ?? ""
    expect(readClick([key], address.slice(`${base}/t/c/`.length))).toStrictEqual({
      email_id: id,
      destination: target
    })
    expect(clickOf(target)).toBe(address)
  })

  it("end alike in all messages of a tenant, which begin alike in none", () => {
    const [one, other, foreign] = [
      clickOf("https://a.example/"),
      clickOf("https://a.example/", { id: `em_${"1".repeat(32)}` }),
      clickOf("https://a.example/", { tenant_id: "tn_2" })
    ].map((address) => address?.slice(`${base}/t/c/`.length) ?? "")
    expect(one?.slice(48)).toBe(other?.slice(48))
    expect(one?.slice(48)).not.toBe(foreign?.slice(48))
    expect(new Set([one, other, foreign].map((token) => token?.slice(0, 48))).size).toBe(3)
  })

  it.each([base, `${base}/u/x`, `${base}?a`, `${base}#a`])(
    "leave out this service's own addresses: %s",
    (target) => {
      expect(clickOf(target)).toBeUndefined()
    }
  )

  it.each([
    `${base}er`,
    "https://mail.example.net/",
    "https://mail.example.net.evil.example/below"
  ])("don't leave out others: %s", (target) => {
    expect(clickOf(target)).toContain("/t/c/")
  })

  it("have at most 1,900 characters", () => {
    const longest = Array.from({ length: 1900 }, (_, length) =>
      clickOf(`https://a.example/${"x".repeat(length)}`)
    ).filter((address) => address !== undefined)
    expect(Math.max(...longest.map(({ length }) => length))).toBeLessThanOrEqual(1900)
    expect(longest.length).toBeGreaterThan(1000)
    expect(clickOf(`https://a.example/${"x".repeat(100_000)}`)).toBeUndefined()
  })
})
