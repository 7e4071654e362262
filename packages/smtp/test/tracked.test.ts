// All that is replaced in tracked mail: its tests share how they show where a link leads.
import { countSteps } from "@telemark-tools/steps"
import { parseWebUrl } from "@telemark/contract"
import { atOnce, type MessageLinks, type OutgoingMessage } from "@telemark/core"
import { compose, toSource } from "@telemark/smtp"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toTemplate } from "../src/composition/Template.js"
import { composeInSlices, toSourceInSlices } from "../src/composition/compose.js"
import { trackedTarget } from "../src/composition/linkedBody.js"
import { encodeTemplate } from "../src/composition/linkedText.js"
import { publish, verify } from "./signatures.js"
import {
  makeBody,
  makeFile,
  makeMessage,
  makeMessageWith,
  parse,
  signedSourceOf,
  sourceOf
} from "./support.js"

const base = "https://mail.example.net"
const page = `${base}/u/PAGE`

/** Shows where a link was going. */
const click: MessageLinks["click"] = {
  start: `${base}/t/c/`,
  endFor: (target) => (target.startsWith(`${base}/`) ? undefined : target)
}
/** No link is replaced. */
const refused: MessageLinks["click"] = { start: `${base}/t/c/`, endFor: () => undefined }
const pixel = `${base}/t/o/OPEN`
const image = `<img src="${pixel}" width="1" height="1" alt="">`
const unsubscribe = { page, preferences: `${page}/preferences`, mailto: undefined }

const tracked = (links: Partial<MessageLinks> = {}): MessageLinks => ({
  pixel: undefined,
  click,
  unsubscribe: undefined,
  ...links
})

const htmlOf = async (
  html: string,
  links: MessageLinks,
  message: Partial<OutgoingMessage> = {}
): Promise<string> => {
  // Line ends are those of mail.
  const mail = await parse(
    sourceOf(makeMessage({ body: makeBody({ html, text: "x" }), links, ...message }))
  )
  return (mail.html ?? "").replace(/\n$/, "")
}

const to = (target: string): string => `"${base}/t/c/${target}"`

describe("a link in tracked mail", () => {
  it("leads to what a browser requests, whether it is recognized or parsed", () => {
    const pieces = [
      "a",
      "b-c",
      "x--y",
      "0",
      "0x7f",
      "1",
      ".",
      "..",
      "/",
      "//",
      "?",
      "#",
      "%2e",
      "%2E",
      "%zz",
      ":",
      ":80",
      ":443",
      "@",
      "_",
      "~",
      "A",
      "&",
      ";",
      "=",
      "-",
      "com",
      "xn--a"
    ]
    fc.assert(
      fc.property(
        fc.constantFrom("http://", "https://"),
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }),
        (scheme, parts) => {
          for (const address of [
            `${scheme}${parts.join("")}`,
            `${scheme}shop.example/${parts.join("")}`
          ])
            expect([address, trackedTarget(address)]).toEqual([address, parseWebUrl(address)?.href])
        }
      ),
      { numRuns: 750 }
    )
  })

  it.each<[string, string]>([
    ['<a href="https://a.example/b">x</a>', `<a href=${to("https://a.example/b")}>x</a>`],
    ["<a href='http://a.example/b'>x</a>", `<a href=${to("http://a.example/b")}>x</a>`],
    ["<a href=https://a.example/b>x</a>", `<a href=${to("https://a.example/b")}>x</a>`],
    ["<a href=https://a.example/b/>x</a>", `<a href=${to("https://a.example/b/")}>x</a>`],
    [
      '<A CLASS=c HREF = "HTTPS://A.example" id=i>x</A>',
      `<A CLASS=c HREF = ${to("https://a.example/")} id=i>x</A>`
    ],
    ["<area href=\"https://a.example/\" alt=''>", `<area href=${to("https://a.example/")} alt=''>`],
    ['<a href="  https://a.example/ \n">x</a>', `<a href=${to("https://a.example/")}>x</a>`],
    [
      '<a href="https://a.example/?a=1&amp;b=2">x</a>',
      `<a href=${to("https://a.example/?a=1&amp;b=2")}>x</a>`
    ],
    [
      '<a href="https://a.example/?a=1&b=2">x</a>',
      `<a href=${to("https://a.example/?a=1&amp;b=2")}>x</a>`
    ],
    ["<a href='https://a.example/?a=\"'>x</a>", `<a href=${to("https://a.example/?a=%22")}>x</a>`],
    ['<a href="&#104;ttps://a.example/">x</a>', `<a href=${to("https://a.example/")}>x</a>`],
    [
      '<a href="https://bücher.example/ü?ü#ü">x</a>',
      `<a href=${to("https://xn--bcher-kva.example/%C3%BC?%C3%BC#%C3%BC")}>x</a>`
    ],
    [
      '<a href="https://a.example/" href="https://b.example/">x</a>',
      `<a href=${to("https://a.example/")} href="https://b.example/">x</a>`
    ],
    [
      '<a title=">" href="https://a.example/">x</a>',
      `<a title=">" href=${to("https://a.example/")}>x</a>`
    ],
    [
      '<svg><a href="https://a.example/"><text>x</text></a></svg>',
      `<svg><a href=${to("https://a.example/")}><text>x</text></a></svg>`
    ],
    [
      '<noscript><a href="https://a.example/">x</a></noscript>',
      `<noscript><a href=${to("https://a.example/")}>x</a></noscript>`
    ],
    [
      '<template><a href="https://a.example/">x</a></template>',
      `<template><a href=${to("https://a.example/")}>x</a></template>`
    ],
    ["<a href=https://a.example/>x", `<a href=${to("https://a.example/")}>x`],
    ['<a data-track="off" href="https://a.example/">x</a>', '<a href="https://a.example/">x</a>'],
    ['<a href="https://a.example/" DATA-TRACK=OFF>x</a>', '<a href="https://a.example/">x</a>'],
    [
      '<a href="https://a.example/" data-track="on">x</a>',
      `<a href=${to("https://a.example/")} data-track="on">x</a>`
    ]
  ])("leads to this service: %s", async (html, expected) => {
    expect(await htmlOf(html, tracked())).toBe(expected)
  })

  it.each([
    '<a href="mailto:a@b.example">x</a>',
    '<a href="tel:+1">x</a>',
    '<a href="cid:a">x</a>',
    '<a href="#a">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="">x</a>',
    "<a href>x</a>",
    '<a name="https://a.example/">x</a>',
    '<a href="/path">x</a>',
    '<a href="a.example">x</a>',
    '<a href="//a.example/">x</a>',
    '<a href="https://">x</a>',
    '<a href="https:a.example">x</a>',
    '<a href="https:\\\\a.example">x</a>',
    '<a href="java\nscript:https://a.example">x</a>',
    '<a href="https://user@a.example/">x</a>',
    '<a href="https://user:secret@a.example/">x</a>',
    '<a href="https://a.example:99999/">x</a>',
    '<a href="data:text/html,https://a.example/">x</a>',
    '<a href="ftp://a.example/">x</a>',
    `<a href="${base}/u/x">x</a>`,
    '<link href="https://a.example/">',
    '<base href="https://a.example/">',
    '<img src="https://a.example/">',
    '<form action="https://a.example/"></form>',
    '<a href="https://a.example/?u={{unsubscribe_url}}">x</a>',
    '<a href="{{unsubscribe_url}}">x</a>',
    '<textarea><a href="https://a.example/"></textarea>',
    '<title><a href="https://a.example/"></title>',
    '<style><a href="https://a.example/"></style>',
    '<!-- <a href="https://a.example/"> -->',
    '<!--[if mso]><a href="https://a.example/">x</a><![endif]-->',
    '<a href="https://a.example/',
    '<a title="href=https://a.example/">x</a>',
    "https://a.example/",
    '<p>a < b href="https://a.example/"</p>'
  ])("leads where it led: %s", async (html) => {
    expect(await htmlOf(html, tracked())).toBe(html)
  })

  it("leads where it led if the address would be refused, and keeps its mark if clicks aren't tracked", async () => {
    const html =
      "<a href='https://a.example/'>x</a><a data-track=off href='https://b.example/'>x</a>"
    expect(await htmlOf(html, tracked({ click: refused }))).toBe(
      "<a href='https://a.example/'>x</a><a href='https://b.example/'>x</a>"
    )
    expect(await htmlOf(html, tracked({ click: undefined, pixel }))).toBe(`${html}${image}`)
  })

  it("is written so that no address ends its attribute", async () => {
    expect(
      await htmlOf(
        "<a href='https://a.example/'>x</a>",
        tracked({ click: { start: 'https://x.example/?a="', endFor: () => "><b>&" } })
      )
    ).toBe('<a href="https://x.example/?a=&quot;&gt;&lt;b&gt;&amp;">x</a>')
  })

  it("is tracked up to 2,000 of them", async () => {
    const html = await htmlOf('<a href="https://a.example/">x</a>'.repeat(2100), tracked())
    expect(html.split(base).length - 1).toBe(2000)
  })
})

describe("the image that reports an open", () => {
  it.each([
    ["<html><body><p>x</p></body></html>", `<html><body><p>x</p>${image}</body></html>`],
    ["<p>x</p>", `<p>x</p>${image}`],
    ["<body>a</body>b</BODY>c", `<body>a</body>b${image}</BODY>c`],
    ["x<!-- </body> -->", `x<!-- </body> -->${image}`],
    ["<p>x<!-- open", `<p>x${image}<!-- open`]
  ])("stands where it is shown: %s", async (html, expected) => {
    expect(await htmlOf(html, tracked({ click: undefined, pixel }))).toBe(expected)
  })
})

describe("addresses for unsubscribing", () => {
  const links = tracked({ click: undefined, unsubscribe: { ...unsubscribe, page: `${page}?a&b` } })
  const html =
    "<p>{{unsubscribe_url}}</p><a href=\"{{unsubscribe_url}}\">Unsubscribe</a> or <a href='{{preferences_url}}'>choose</a>"

  it("stand instead of their placeholders, in html and text", async () => {
    const mail = await parse(
      sourceOf(
        makeMessage({
          body: makeBody({
            html,
            text: "Leave: {{unsubscribe_url}}, {{preferences_url}}{{other}}"
          }),
          links
        })
      )
    )
    expect(mail.html).toContain(
      `<p>${page}?a&amp;b</p><a href="${page}?a&amp;b">Unsubscribe</a> or <a href='${page}/preferences'>choose</a>`
    )
    expect(mail.text).toContain(`Leave: ${page}?a&b, ${page}/preferences{{other}}`)
  })

  it("stand in the text that is made from html, and in mail of text alone", async () => {
    const mail = await parse(sourceOf(makeMessage({ body: makeBody({ html, text: null }), links })))
    expect(mail.text).toContain(`${page}?a&b`)
    expect(mail.text).toContain(`Unsubscribe (${page}?a&b) or choose (${page}/preferences)`)
    expect(
      (
        await parse(
          sourceOf(makeMessage({ body: makeBody({ text: "{{unsubscribe_url}}" }), links }))
        )
      ).text
    ).toContain(`${page}?a&b`)
  })

  it("are 1,000 of a kind at most", () => {
    for (const text of [null, "{{unsubscribe_url}} ".repeat(1100)]) {
      const source = sourceOf(
        makeMessage({
          body: makeBody({
            html: text === null ? "<p>{{unsubscribe_url}}</p>".repeat(1100) : null,
            text
          }),
          links
        })
      )
      expect(source.replaceAll("=\r\n", "").split("/u/PAGE").length - 1).toBe(
        text === null ? 2001 : 1001
      )
    }
  })

  it("are left out where a message has none", async () => {
    const body = makeBody({ html, text: "{{unsubscribe_url}}" })
    const source = sourceOf(makeMessage({ body }))
    expect((await parse(source)).html).toContain(
      "<p></p><a href=\"\">Unsubscribe</a> or <a href=''>choose</a>"
    )
    expect(source).not.toMatch(/\{\{|List-Unsubscribe/)
  })

  it("stand in the header for mail programs, one click by https only", async () => {
    const fieldsOf = async (
      given: NonNullable<MessageLinks["unsubscribe"]>,
      headers: OutgoingMessage["body"]["headers"] = []
    ) => {
      const { headers: fields } = await parse(
        sourceOf(
          makeMessage({
            body: makeBody({ headers }),
            links: tracked({ click: undefined, unsubscribe: given })
          })
        )
      )
      return fields
        .filter(({ key }) => key.startsWith("list-unsubscribe"))
        .map(({ key, value }) => `${key}: ${value}`)
    }
    expect(await fieldsOf(unsubscribe)).toStrictEqual([
      `list-unsubscribe: <${page}>`,
      "list-unsubscribe-post: List-Unsubscribe=One-Click"
    ])
    expect(await fieldsOf({ ...unsubscribe, mailto: "u+x@b.example.net" })).toStrictEqual([
      `list-unsubscribe: <${page}>, <mailto:u+x@b.example.net>`,
      "list-unsubscribe-post: List-Unsubscribe=One-Click"
    ])
    expect(await fieldsOf({ ...unsubscribe, page: "http://localhost:3025/u/x" })).toStrictEqual([
      "list-unsubscribe: <http://localhost:3025/u/x>"
    ])
    expect(
      await fieldsOf(unsubscribe, [["list-unsubscribe", "<https://own.example/>"]])
    ).toStrictEqual(["list-unsubscribe: <https://own.example/>"])
  })
})

describe("tracked mail", () => {
  const html = `<html><body><p>Grüße, ${"word ".repeat(300)}</p><a href="https://a.example/?${"x".repeat(700)}">x</a><img src="cid:logo">${"<br>".repeat(300)}</body></html>`
  const personal = (id: string): MessageLinks =>
    tracked({
      click: {
        start: `${base}/t/c/${id}`,
        endFor: (target) => Buffer.from(target).toString("base64url")
      },
      pixel: `${base}/t/o/${id}`,
      unsubscribe: {
        page: `${base}/u/${id}`,
        preferences: `${base}/u/${id}/preferences`,
        mailto: `u+${id}@bounce.example.net`
      }
    })

  it("has the text that was given, or the original addresses in the one that is made", async () => {
    const given = 'See https://a.example/ and <a href="https://a.example/">'
    expect(
      (
        await parse(
          sourceOf(makeMessage({ body: makeBody({ html, text: given }), links: personal("a") }))
        )
      ).text?.trim()
    ).toBe(given)
    const made = (
      await parse(
        sourceOf(makeMessage({ body: makeBody({ html, text: null }), links: personal("a") }))
      )
    ).text
    expect(made).toContain("x (https://a.example/?xxx")
    expect(made).not.toContain(base)
  })

  it("is signed as it is sent, each message of a send for itself, in short lines and with all its parts", async () => {
    const rsa = publish("rsa")
    const files = [
      makeFile("logo.png", new Uint8Array(3000), { content_id: "logo" }),
      makeFile("a.pdf", new Uint8Array(70_000))
    ]
    const { attachments, body } = makeMessageWith(files, { html, text: null })
    for (const id of ["a", "b", "c"]) {
      const source = await signedSourceOf(
        makeMessage({
          attachments,
          body,
          signing: [rsa.key],
          links: personal(id),
          recipient: `${id}@example.org`
        })
      )
      expect(await verify(source, [rsa])).toStrictEqual(["pass example.com aligned"])
      expect(Math.max(...source.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(998)
      expect(
        /^h=(?:.|\r\n[ \t])*?;/m.exec(source.replace(/\r\n[ \t]+/g, ""))?.[0] ?? source
      ).toMatch(/list-unsubscribe:list-unsubscribe-post/i)
      const mail = await parse(source)
      expect(mail.html).toContain(`${base}/t/o/${id}`)
      expect(mail.attachments.map(({ filename }) => filename)).toStrictEqual(["logo.png", "a.pdf"])
    }
  })

  it("is signed with what is known of its lines: every blank, line end and script", async () => {
    const keys = [publish("rsa")]
    const blank = fc.constantFrom(
      "a",
      " ",
      "  ",
      "\t",
      "\r\n",
      "\n",
      "\r",
      ".",
      "=",
      "é",
      "漢",
      "<b>",
      '<a href="https://a.example/ x">',
      "<a data-track=off href=https://b.example>",
      "{{unsubscribe_url}}",
      "</body>"
    )
    const text = fc.array(blank, { maxLength: 60 }).map((parts) => parts.join(""))
    await fc.assert(
      fc.asyncProperty(text, fc.option(text), fc.boolean(), async (html, plain, isRefused) => {
        const links = { ...personal("a"), ...(isRefused ? { click: refused } : {}) }
        const source = await signedSourceOf(
          makeMessage({
            body: makeBody({ html, text: plain }),
            links,
            signing: keys.map(({ key }) => key)
          })
        )
        expect(await verify(source, keys)).toStrictEqual(["pass example.com aligned"])
        expect(
          Math.max(
            ...source
              .slice(source.indexOf("\r\n\r\n"))
              .split("\r\n")
              .map(({ length }) => length)
          )
        ).toBeLessThanOrEqual(76)
      }),
      { numRuns: 33 }
    )
  })

  it("is the same bytes each time it is composed, in slices too", async () => {
    const body = makeBody({ html, text: null })
    const message = makeMessage({ body, links: personal("a") })
    const source = sourceOf(message)
    expect(sourceOf(message)).toBe(source)
    const copy = { ...structuredClone({ ...message, links: undefined }), links: personal("a") }
    expect(sourceOf(copy)).toBe(source)
    const again = { ...structuredClone({ ...message, links: undefined }), links: personal("a") }
    const inSlices = Effect.flatMap(
      Effect.promise(async () => composeInSlices(again)),
      (made) => toSourceInSlices(made?.mail ?? { head: "", body: [] })
    )
    expect((await Effect.runPromise(inSlices)).toString("utf8")).toBe(source)
  })

  it("is encoded apart from another one that is encoded meanwhile", () => {
    const templateOf = (word: string) =>
      toTemplate(
        `${word} `.repeat(1000),
        Array.from({ length: 300 }, (_, index) => ({
          slot: { kind: "click" },
          from: 5 * index,
          to: 5 * index + 1,
          rest: `"=${word}\"`
        }))
      )
    const alone = ["abcd", "wxyz"].map((word) => atOnce(encodeTemplate(templateOf(word), true)))
    const steps = ["abcd", "wxyz"].map((word) => encodeTemplate(templateOf(word), true))
    let results = steps.map((one) => one.next())
    expect(results.map(({ done }) => done)).toEqual([false, false])
    while (results.some(({ done }) => done !== true))
      results = steps.map((one, index) =>
        results[index]?.done === true ? results[index] : one.next()
      )
    expect(results.map(({ value }) => value)).toEqual(alone)
    expect(alone[0]?.between.length).toBe(301)
  })

  it("is as untracked mail if it has nothing to report, and shares its content with the others", () => {
    const body = makeBody({ text: "Hello https://a.example/" })
    const [plain, other] = [
      compose(makeMessage({ body })),
      compose(makeMessage({ body, links: tracked({ pixel }) }))
    ]
    expect(other).toStrictEqual(plain)
    expect(other?.ownBody).toBeUndefined()
  })

  it.each([
    ["500 KiB of links", '<a href="https://a.example/x">y</a>\n'.repeat(14_000)],
    ["nested elements", "<div><a href=https://a.example/>".repeat(20_000)],
    ["placeholders", "{{unsubscribe_url}} ".repeat(20_000)],
    ["tags that never end", "<a href=https://a.example/ ".repeat(20_000)]
  ])("is composed in steps of a few kilobytes: %s", async (_, long) => {
    const { result: made, steps } = await countSteps(() =>
      composeInSlices(
        makeMessage({ body: makeBody({ html: long, text: null }), links: personal("a") })
      )
    )
    expect(made === undefined ? 0 : toSource(made.mail).length).toBeGreaterThan(long.length / 2)
    expect(long.length / steps).toBeLessThan(96 * 1024)
  })
})
