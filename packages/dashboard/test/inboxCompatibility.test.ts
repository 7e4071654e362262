import { describe, expect, it } from "vitest"
import { compatibilityOf } from "../app/Inbox/compatibility.js"
import { clients, features } from "../app/Inbox/features.js"
import { readCss } from "../app/Inbox/readCss.js"
import { de } from "../app/Inbox/texts.de.js"
import { en } from "../app/Inbox/texts.en.js"

const found = (html: string, text: string | null = "x") =>
  compatibilityOf({ html, text })
    .map(({ feature }) => feature)
    .sort()

describe("what mail clients make of a mail", () => {
  it.each<readonly [string, ReadonlyArray<string>]>([
    [
      `<p style="color:red;display:block;margin:0 auto;position:static;opacity:1;border-radius:0;max-width:none">x</p>`,
      []
    ],
    [`<div style="display:flex;gap:8px">`, ["flexbox", "gap"]],
    [`<div style="display: inline-grid">`, ["grid"]],
    [`<div style="position:absolute;float:left">`, ["float", "position"]],
    [`<div style="max-width:600px;margin:0 -8px">`, ["maxWidth", "negativeMargin"]],
    [`<div style="margin-top:-0.5em">`, ["negativeMargin"]],
    [`<td style="background:url(x.png)">`, ["backgroundImage"]],
    [`<td background="x.png">`, ["backgroundImage"]],
    [`<td style="background-image:linear-gradient(red, blue)">`, ["gradient"]],
    [
      `<td STYLE="border-radius:8px;box-shadow:0 0 1px red;opacity:.5;object-fit:cover;transform:rotate(1deg)">`,
      ["borderRadius", "boxShadow", "objectFit", "opacity", "transform"]
    ],
    [
      `<p style="width:calc(100% - 2px);font-size:clamp(1px,2vw,3px);color:var(--c)">`,
      ["calc", "clamp", "variables"]
    ],
    [`<head><style>:root{--c:red}</style></head>`, ["style", "variables"]],
    [`<body><style>a:hover{color:red}</style>`, ["hover", "styleInBody"]],
    [
      `<style>@import url(x.css); @font-face { font-family: x } @media (max-width: 600px) { p { color: red } } @media (prefers-color-scheme: dark) { p { color: red } } @keyframes x { to { opacity: 1 } }</style>`,
      ["animation", "colorScheme", "externalStyles", "media", "style", "webFont"]
    ],
    [`<style>/* display: grid; */ p { color: red }</style>`, ["style"]],
    [`<link rel="stylesheet" href="x.css"><link rel="icon" href="x">`, ["externalStyles"]],
    [
      `<video><source></video><form></form><svg></svg><iframe></iframe><script>x</script>`,
      ["embedded", "form", "script", "svg", "video"]
    ],
    [`<picture><img src="x.webp?v=1" alt=""></picture>`, ["picture", "webp"]],
    [
      `<img src="logo.SVG" alt="x"><img src="data:image/png;base64,xx" alt="" srcset="x 2x">`,
      ["dataImage", "srcset", "svgImage"]
    ],
    [`<img src="x.png">`, ["missingAlt"]],
    [`<!-- <video> --><p title="<video>">x`, []]
  ])("%s", (html, expected) => {
    expect(found(html)).toEqual(expected)
  })

  it("counts, shows the first, and puts first what concerns most clients", () => {
    const findings = compatibilityOf({
      html: `<p style="border-radius: 8px"><p style="border-radius:9px"><div style="DISPLAY:GRID;animation:x 1s"><img src=x>`,
      text: ""
    })
    expect(findings.map(({ count, example, feature }) => [feature, count, example])).toEqual([
      ["animation", 1, "animation: x 1s"],
      ["grid", 1, "display: grid"],
      ["borderRadius", 2, "border-radius: 8px"],
      ["missingAlt", 1, '<img src="x">'],
      ["noText", 1, ""]
    ])
    expect(findings[1]?.support).toEqual({
      gmail: "no",
      outlook: "no",
      outlookCom: "yes",
      apple: "yes",
      yahoo: "no"
    })
  })

  it("knows what Gmail cuts off and leaves out", () => {
    expect(found(`<style>${"p{color:red}".repeat(1_000)}</style>`)).toEqual(["largeStyle", "style"])
    expect(found(`<p>${"\u00fc".repeat(52_300)}</p>`)).toEqual(["clipped"])
    expect(found(`<p>${"x".repeat(104_000)}</p>`)).toEqual([])
  })

  it("finds nothing in plain text", () => {
    expect(compatibilityOf({ html: null, text: "display: grid" })).toEqual([])
  })

  it("has a name and advice for each feature, in both languages", () => {
    for (const name of Object.keys(features)) {
      for (const texts of [en, de])
        expect(texts.features[name as keyof typeof features], name).toEqual([
          expect.stringMatching(/\S/),
          expect.stringMatching(/\S/)
        ])
    }
    expect(Object.keys(en.clients)).toEqual([...clients])
  })

  it.each([
    ["rows", `<table>${"<tr><td style='padding:1px;display:flex'>1<td>2".repeat(40_000)}</table>`],
    ["comments that never end", `<style>${"/*".repeat(500_000)}</style>`],
    ["braces", `<style>${"{".repeat(1_000_000)}</style>`],
    ["parentheses", `<style>p{a:${"(;".repeat(500_000)}}</style>`],
    ["blanks", `<style>@media${" ".repeat(900_000)}x{}</style>`],
    ["openings", "<img style='".repeat(200_000)]
  ])("comes to an end, however long the mail: %s", (_name, html) => {
    // By the square of what is looked through it would take minutes.
    expect(compatibilityOf({ html, text: null })).toBeInstanceOf(Array)
  })
})

describe("css", () => {
  it("is split at braces and semicolons, but not within an address", () => {
    const read: Array<string> = []
    readCss("A{b:url(data:x;y) ; C : D} @media x{e:hover{f:g}} h:i", {
      onDeclaration: (property, value) => {
        read.push(`${property}=${value}`)
      },
      onAtRule: (name, prelude) => {
        read.push(`@${name} ${prelude}`)
      },
      onSelector: (selector) => {
        read.push(selector)
      }
    })
    expect(read).toEqual(["A", "b=url(data:x;y)", "c=d", "@media x", "e:hover", "f=g", "h=i"])
  })
})
