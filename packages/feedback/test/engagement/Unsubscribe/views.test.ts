import type { Brand } from "@telemark/contract"
import { neutralBrand, type RecipientPreferences } from "@telemark/core"
import { contrast, fromHex } from "@telemark/html"
import type { Answer } from "@telemark/http"
import { describe, expect, it } from "vitest"
import { createHash } from "node:crypto"
import { chooseLanguage } from "../../../src/unsubscribe/chooseLanguage.js"
import { messagePage, problemPage, undonePage } from "../../../src/unsubscribe/messagePage.js"
import { preferencesPage } from "../../../src/unsubscribe/preferencesPage.js"
import { maskAddress, readerView } from "../../../src/unsubscribe/readerView.js"
import { de } from "../../../src/unsubscribe/texts.de.js"
import { en } from "../../../src/unsubscribe/texts.en.js"

const brand: Brand = {
  ...neutralBrand,
  name: "Shop <& Söhne>",
  postal_address: "Shop GmbH\nWeg 1\n\n12345 Berlin",
  website_url: "https://shop.example/"
}

const topicOf = (id: string, reason: string | null = null) => ({
  tenant_id: "tn_1",
  id,
  name: `Name of ${id}`,
  description: `About ${id}`,
  created_at: 0,
  subscribed: reason === null,
  reason,
  translations: { de: { name: `Name von ${id}`, description: null } }
})

const preferencesOf = (given: Partial<RecipientPreferences> = {}): RecipientPreferences => ({
  email_id: "em_1",
  tenant_id: "tn_1",
  recipient: "ada.lovelace@example.com",
  topic: "news",
  subscribed: true,
  topics: [topicOf("news"), topicOf("offers")],
  all: { subscribed: true, reason: null },
  ...given
})

const viewOf = (given: Partial<RecipientPreferences> = {}, look: Partial<Brand> = {}, tag = "en") =>
  readerView({
    preferences: preferencesOf(given),
    brand: { ...brand, ...look },
    senderAddress: "news@mail.shop.example",
    tag
  })

const textOf = ({ body }: Answer): string => (typeof body === "string" ? body : "")

describe("a masked address", () => {
  it.each([
    ["ada@example.com", "a•••@example.com"],
    ["a@example.com", "a•••@example.com"],
    ['"a@b"@example.com', '"•••@example.com'],
    ["😀ada@example.com", "😀•••@example.com"],
    ["nowhere", "•••"]
  ])("of %s is %s", (address, masked) => {
    expect(maskAddress(address)).toBe(masked)
  })
})

describe("every page", () => {
  const pages: ReadonlyArray<Answer> = [
    messagePage(en, viewOf(), "t"),
    messagePage(en, viewOf({ topic: null }), "t"),
    messagePage(en, viewOf({ topics: [topicOf("news", "unsubscribe")], subscribed: false }), "t"),
    messagePage(
      en,
      viewOf({ all: { subscribed: false, reason: "bounce" }, subscribed: false }),
      "t"
    ),
    undonePage(en, viewOf(), "t"),
    preferencesPage(en, viewOf(), true),
    preferencesPage(
      en,
      viewOf({ all: { subscribed: false, reason: "complaint" }, subscribed: false })
    ),
    problemPage(en, "unknown"),
    problemPage(en, "tooOld")
  ]

  it("loads nothing, runs nothing, is framed by nobody and kept nowhere", () => {
    for (const page of pages) {
      const style = /<style>(.*)<\/style>/s.exec(textOf(page))?.[1] ?? ""
      const hash = createHash("sha256").update(style).digest("base64")
      expect(page.headers).toMatchObject({
        "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
        "content-language": "en",
        vary: "Accept-Language",
        "content-length": String(Buffer.byteLength(textOf(page)))
      })
      expect(textOf(page)).not.toMatch(
        /<script|<img|<iframe|\bon[a-z]+=|url\(|@import|https?:\/\/(?!shop\.example)/
      )
      expect(textOf(page)).not.toContain("lovelace")
    }
  })

  it("escapes what the tenant wrote", () => {
    const text = textOf(
      preferencesPage(
        en,
        viewOf({ topics: [{ ...topicOf("news"), name: "<b>x", description: '"><script>' }] })
      )
    )
    expect(text).toContain("&lt;b&gt;x")
    expect(text).toContain("&quot;&gt;&lt;script&gt;")
    expect(text).toContain("Shop &lt;&amp; Söhne&gt;")
    const wrong = textOf(messagePage(en, viewOf({}, { font_family: "x}</style><script>" }), "t"))
    expect(wrong).not.toContain("</style><script>")
  })

  it("is in the reader's language, with the tenant's own translations", () => {
    const { tag, texts } = chooseLanguage("de-CH, en;q=0.5")
    const text = textOf(messagePage(texts, viewOf({}, {}, tag), "t"))
    expect(text).toContain('<html lang="de">')
    expect(text).toContain("„Name von news“ von Shop")
    expect(textOf(messagePage(en, viewOf({}, {}, "en"), "t"))).toContain("“Name of news” from Shop")
  })

  it("names its sender's domain if the brand has no name, and nobody if it isn't known whose mail it is", () => {
    expect(textOf(messagePage(en, viewOf({}, { name: neutralBrand.name }), "t"))).toContain(
      "from mail.shop.example?"
    )
    expect(textOf(problemPage(en, "tooOld"))).not.toContain("<header>")
  })

  it("shows the brand's website and postal address", () => {
    const text = textOf(messagePage(en, viewOf(), "t"))
    expect(text).toContain("<p>Shop GmbH</p>\n<p>Weg 1</p>\n<p>12345 Berlin</p>")
    expect(text).toContain('<a href="https://shop.example/" rel="noreferrer">shop.example</a>')
  })

  it("has legible colours, whatever the brand's are", () => {
    for (const primary_color of ["#ffffff", "#000000", "#ffff00", "#777777", "#1f4fd8", "#f0f"]) {
      for (const [background_color, text_color] of [
        ["#ffffff", "#fefefe"],
        ["#000", "#111"],
        ["#fff", "#000"],
        ["#00f", "#ff0"]
      ] as const) {
        const style = textOf(
          messagePage(en, viewOf({}, { primary_color, background_color, text_color }), "t")
        )
        const schemes = [...style.matchAll(/:root \{ ([^}]+) \}/g)].map(
          ([, rules = ""]) =>
            new Map(
              [...rules.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(
                ([, name = "", color = ""]) => [name, fromHex(color)]
              )
            )
        )
        expect(schemes).toHaveLength(2)
        for (const scheme of schemes) {
          const color = (name: string) => scheme.get(name) ?? fromHex("#000000")
          for (const [ink, paper] of [
            ["text", "card"],
            ["muted", "card"],
            ["link", "card"],
            ["button-text", "button"],
            ["page-text", "page"],
            ["text", "panel"]
          ] as const) {
            expect([ink, paper, contrast(color(ink), color(paper)) >= 4.5]).toEqual([
              ink,
              paper,
              true
            ])
          }
        }
      }
    }
  })
})

describe("the page of a message", () => {
  const forms = (page: Answer) =>
    [...textOf(page).matchAll(/name="do" value="(\w+)"/g)].map(([, action]) => action)

  it("has one button that unsubscribes from the topic or, without one, from all mail", () => {
    expect(forms(messagePage(en, viewOf(), "t"))).toEqual(["unsubscribe"])
    expect(textOf(messagePage(en, viewOf(), "t"))).toContain("Stop “Name of news”")
    expect(textOf(messagePage(en, viewOf({ topic: null }), "t"))).toContain("Stop all mail from")
    expect(textOf(messagePage(en, viewOf({ topic: "removed" }), "t"))).toContain("Stop “removed”")
  })

  it("offers to undo what its button did, and nothing else", () => {
    expect(
      forms(
        messagePage(
          en,
          viewOf({ topics: [topicOf("news", "unsubscribe")], subscribed: false }),
          "t"
        )
      )
    ).toEqual(["undo"])
    expect(
      forms(
        messagePage(
          en,
          viewOf({
            topic: null,
            all: { subscribed: false, reason: "unsubscribe" },
            subscribed: false
          }),
          "t"
        )
      )
    ).toEqual(["undo"])
    expect(
      forms(
        messagePage(
          en,
          viewOf({ all: { subscribed: false, reason: "unsubscribe" }, subscribed: false }),
          "t"
        )
      )
    ).toEqual([])
  })

  it.each([
    ["bounce", "could not be delivered"],
    ["complaint", "reported as spam"],
    ["manual", "stopped by the sender"],
    ["their own words", "stopped by the sender"]
  ])("says plainly that mail is stopped because of %s", (reason, says) => {
    const page = messagePage(
      en,
      viewOf({ all: { subscribed: false, reason }, subscribed: false }),
      "t"
    )
    expect(forms(page)).toEqual([])
    expect(textOf(page)).toContain(says)
    expect(textOf(page)).not.toContain("their own words")
  })

  it("says that the sender stopped its topic", () => {
    const page = messagePage(
      en,
      viewOf({ topics: [topicOf("news", "manual")], subscribed: false }),
      "t"
    )
    expect(forms(page)).toEqual([])
    expect(textOf(page)).toContain("The sender stopped this topic.")
  })
})

describe("the page of preferences", () => {
  const boxes = (page: Answer) =>
    [
      ...textOf(page).matchAll(
        /<input type="checkbox" id="([\w-]+)"[^>]*?( checked)?( disabled)?(?: aria[^>]*)?>/g
      )
    ].map(([, id, checked, disabled]) => [id, checked !== undefined, disabled !== undefined])

  it("has a switch for each topic and one for no mail at all", () => {
    expect(
      boxes(
        preferencesPage(en, viewOf({ topics: [topicOf("news"), topicOf("offers", "unsubscribe")] }))
      )
    ).toEqual([
      ["topic-1", true, false],
      ["topic-2", false, false],
      ["none", false, false]
    ])
    expect(
      boxes(
        preferencesPage(
          en,
          viewOf({ topics: [], all: { subscribed: false, reason: "unsubscribe" } })
        )
      )
    ).toEqual([["none", true, false]])
  })

  it("shows what the reader can't change, and leaves it alone", () => {
    expect(
      boxes(preferencesPage(en, viewOf({ topics: [topicOf("news", "manual"), topicOf("offers")] })))
    ).toEqual([
      ["topic-1", false, true],
      ["topic-2", true, false],
      ["none", false, false]
    ])
    const stopped = preferencesPage(de, viewOf({ all: { subscribed: false, reason: "bounce" } }))
    expect(boxes(stopped)).toEqual([
      ["topic-1", true, true],
      ["topic-2", true, true],
      ["none", true, true]
    ])
    expect(textOf(stopped)).toContain(de.stopped.why.bounce)
    expect(textOf(stopped)).not.toContain("<button")
  })
})
