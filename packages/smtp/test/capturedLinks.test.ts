import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { linksOf, readMail } from "../src/capture/readMail.js"
import { hostileLinks } from "./hostileLinks.js"

const mebibyte = 1024 ** 2

const inHtml = (html: string) => linksOf({ html, text: null })

describe("the links of a mail", () => {
  it.each([
    [`<a href="https://a.example/">`, ["https://a.example/"]],
    [`<A CLASS=x\nHREF = 'https://a.example/?x="1"'>`, [`https://a.example/?x="1"`]],
    [
      `<a href="https://a.example/?a=1&amp;b=2&#38;c=3&#x26;d=4">`,
      ["https://a.example/?a=1&b=2&c=3&d=4"]
    ],
    [`<a href="https://a.example/?q=<b>">`, ["https://a.example/?q=<b>"]],
    [
      `<a href="https://a.example/"><a href="https://b.example/"><a href="https://a.example/">`,
      ["https://a.example/", "https://b.example/"]
    ],
    [`<a title="open <a href="https://a.example/">`, ["https://a.example/"]],
    [
      `<a href="mailto:ada@example.com"><a href="javascript:alert(1)"><a href="/there"><a name="x">`,
      []
    ],
    [`<abbr href="https://a.example/"><a data="https://a.example/">`, []]
  ])("in %s", (html, links) => {
    expect(inHtml(html)).toEqual(links)
  })

  it.each(hostileLinks)("are found in 1 MiB of %j", (part) => {
    const text = `<a ${part.repeat(mebibyte / part.length)}`
    expect(linksOf({ html: text, text: null })).toEqual([])
    expect(linksOf({ html: null, text })).toEqual(
      part.startsWith("http") ? [text.slice("<a ".length).replace(/\.$/, "")] : []
    )
  })

  it('of a mail of 1 MiB of "<a " are none, and it is shown', async () => {
    const source = new TextEncoder().encode(
      `Content-Type: text/html\r\n\r\n${"<a ".repeat(mebibyte / 3)}`
    )
    expect((await Effect.runPromise(readMail(source))).links).toEqual([])
  })
})

describe("a captured mail", () => {
  it.each(["", "\0\u0001 Content-Type: multipart/mixed; boundary=\n--\n--"])(
    "is read even if its source is no mail at all: %j",
    async (source) => {
      const { attachments, html } = await Effect.runPromise(
        readMail(new TextEncoder().encode(source))
      )
      expect({ attachments, html }).toEqual({ attachments: [], html: null })
    }
  )
})
