import { isMbox, maxMessageBytes, splitMbox } from "@telemark/feedback"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const separator = "From MAILER-DAEMON Mon Nov 23 10:00:00 2026"

const split = async (text: string | Buffer, size = 65_536) => {
  const bytes = Buffer.from(text as string)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size)
  )
  const messages: Array<string> = []
  for await (const message of splitMbox(chunks)) messages.push(Buffer.from(message).toString())
  return messages
}

const message = (name: string, body = "text\n") => `Subject: ${name}\n\n${body}`
const mailbox = (...messages: ReadonlyArray<string>) =>
  messages.map((each) => `${separator}\n${each}\n`).join("")

describe("an mbox file", () => {
  it("is split at its separators, however it is cut into chunks", async () => {
    const text = mailbox(message("1"), message("2", "one\n\ntwo\n"), message("3", ""))
    const expected = [message("1"), message("2", "one\n\ntwo\n"), message("3", "")]
    for (const size of [1, 2, 3, 7, 64, 65_536]) expect(await split(text, size)).toEqual(expected)
  })

  it("may have the line ends of SMTP, a byte order mark, and no blank line at its end", async () => {
    expect(await split(mailbox(message("1"), message("2")).replaceAll("\n", "\r\n"), 5)).toEqual(
      [message("1"), message("2")].map((each) => each.replaceAll("\n", "\r\n"))
    )
    expect(await split(`\ufeff${mailbox(message("1"))}`)).toEqual([message("1")])
    expect(await split(`${separator}\nSubject: 1\n\ntext`)).toEqual(["Subject: 1\n\ntext"])
  })

  it.each([
    "From ada@example.com Mon Nov 23 10:00:00 2026",
    "From ada@example.com  Mon Nov  3 10:00:00 2026 +0100",
    "From - Mon Nov 23 10:00:00 2026",
    "From ",
    'From "ada lovelace"@example.com Mon Nov 23 10:00 UTC 2026',
    "From MAILER-DAEMON Mon, 23 Nov 10:00:00 2026"
  ])("has separators such as %j", async (line) => {
    expect(await split(`${line}\n${message("1")}\n${line}\n${message("2")}\n`)).toEqual([
      message("1"),
      message("2")
    ])
  })

  it.each([
    ["that has no time", message("1", "text\n\nFrom here on, all is well.\n")],
    ["without a blank line before it", message("1", `text\n${separator}\nmore\n`)],
    ["that is too long", message("1", `text\n\nFrom ${"x".repeat(2_000)} 10:00:00 2026\n`)]
  ])("isn't split at a line %s", async (_, text) => {
    expect(await split(mailbox(text, message("2")), 11)).toEqual([text, message("2")])
  })

  it("gives back lines that mboxo and mboxrd quoted", async () => {
    const quoted = message("1", "a\n\n>From here\n>>From there\n> From nowhere\n>Fromage\n")
    expect(await split(mailbox(quoted))).toEqual([
      message("1", "a\n\nFrom here\n>From there\n> From nowhere\n>Fromage\n")
    ])
  })

  it("is split by Content-Length where a separator follows there, and a body with separators isn't unquoted (mboxcl2)", async () => {
    const body = `a\n\n${separator}\n>From b\n`
    const counted = `Subject: 1\nContent-Length: ${String(body.length)}\n\n${body}`
    for (const size of [1, 13, 65_536])
      expect(await split(mailbox(counted, message("2")), size)).toEqual([counted, message("2")])
    expect(await split(mailbox(counted), 7)).toEqual([counted])
    const quoted = `Subject: 1\nContent-Length: 10\n\n>From abcd\n`
    expect(await split(mailbox(quoted.replace("10", "11"), message("2")))).toEqual([
      quoted.replace("10", "11").replace(">From", "From"),
      message("2")
    ])
  })

  it.each(["3", "100", "99999999", "x"])(
    "isn't split by a Content-Length of %s where none follows",
    async (length) => {
      const wrong = `Subject: 1\nContent-Length: ${length}\n\ntext of it\n`
      for (const size of [1, 65_536])
        expect(await split(mailbox(wrong, message("2")), size)).toEqual([wrong, message("2")])
    }
  )

  it("gives the first 256 KiB of a long message, and the message behind it", async () => {
    const long = message("1", `${"x".repeat(70)}\n`.repeat(20_000))
    for (const size of [1_000, 300_000]) {
      const [first = "", ...others] = await split(mailbox(long, message("2")), size)
      expect(first).toBe(long.slice(0, maxMessageBytes))
      expect(others).toEqual([message("2")])
    }
  })

  it.each(["", "\n", "Subject: no mailbox\n\ntext\n", separator, `${separator}\n\n${separator}\n`])(
    "has no message if it is %j",
    async (text) => {
      expect(await split(text)).toEqual([])
    }
  )

  it("comes back from any messages and chunks as they were written by mboxrd's rules", async () => {
    const line = FastCheck.oneof(
      FastCheck.constantFrom(
        "",
        "",
        "From ",
        separator,
        "text",
        ">From x",
        ">>From y",
        "From me to you",
        "Content-Length: 4"
      ),
      FastCheck.string({ unit: "grapheme-ascii" })
    )
    const body = FastCheck.array(
      line.map((text) => text.replaceAll(/[\r\n]/g, "")),
      { maxLength: 12 }
    )
    await FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.array(body, { maxLength: 5 }),
        FastCheck.integer({ min: 1, max: 400 }),
        async (bodies, size) => {
          const messages = bodies.map(
            (lines, index) =>
              `Subject: ${String(index)}\n\n${lines.map((each) => `${each}\n`).join("")}.\n`
          )
          const written = messages.map((each) => each.replace(/^(>*From )/gm, ">$1"))
          expect(await split(mailbox(...written), size)).toEqual(messages)
        }
      ),
      { numRuns: 100 }
    )
  })
})

describe("a file's beginning", () => {
  it.each([`${separator}\nSubject: 1\n`, `\n\n${separator}\r\n`, "From \nX: y\n"])(
    "shows an mbox file: %j",
    (text) => expect(isMbox(Buffer.from(text))).toBe(true)
  )
  it.each([
    "",
    "From: ada@example.com\n",
    "Return-Path: <>\n",
    "From ada@example.com\n",
    "\u0000\u0001"
  ])("shows none: %j", (text) => {
    expect(isMbox(Buffer.from(text))).toBe(false)
  })
})
