import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { checkListUnsubscribe } from "../../src/sending/emails/listUnsubscribe.js"
import { hostileUnsubscribes } from "../hostile.js"

const other = ["X-A", "1"] as const
const post = ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"] as const
const given = (value: string) => ["List-Unsubscribe", value] as const

const https = "<https://example.com/u?id=1,2&x=(3)>"
const mailto = "<mailto:u+1@example.com?subject=unsubscribe>"

describe("List-Unsubscribe of the caller", () => {
  it.each([
    ["none", []],
    ["an https URL", [given(https)]],
    ["a mail address", [given(mailto)]],
    ["both", [given(`${https}, ${mailto}`)]],
    ["no blank behind the comma", [given(`${https},${mailto}`)]],
    ["blanks in places", [given(` ${https} , ${mailto} `)]],
    ["comments", [given(`(Web) ${https} (or), ${mailto} (mail)`)]],
    ["upper case", [given("<HTTPS://EXAMPLE.COM/U>, <MAILTO:U@EXAMPLE.COM>")]],
    ["one click", [given(https), post]],
    ["one click beside a mail address", [post, given(`${mailto}, ${https}`)]],
    [
      "names in another case",
      [
        ["list-unsubscribe", https],
        ["LIST-UNSUBSCRIBE-POST", post[1]]
      ]
    ]
  ] as const)("is sent as it is with %s", (_, fields) => {
    expect(checkListUnsubscribe([other, ...fields])).toEqual({
      kept: [other, ...fields],
      warnings: []
    })
  })

  it.each([
    ["no brackets", "https://example.com/u", "no address in angle brackets"],
    ["brackets that don't close", "<https://example.com/u", "no address in angle brackets"],
    [
      "one address of two without brackets",
      `${https}, mailto:u@example.com`,
      "outside the angle brackets"
    ],
    ["no comma", `${https} ${mailto}`, "no comma between"],
    ["a comma too many", `${https},`, "outside the angle brackets"],
    ["words", `Unsubscribe: ${https}`, "outside the angle brackets"],
    ["http", "<http://example.com/u>", "use https:"],
    ["another scheme", `<ftp://example.com/u>, ${mailto}`, "neither https: nor mailto:"],
    ["no scheme", "<example.com/u>", "neither https: nor mailto:"],
    ["a mail address without its scheme", "<u@example.com>", "neither https: nor mailto:"],
    ["nothing in its brackets", "<>", "neither https: nor mailto:"],
    ["a blank in an address", "<https://example.com/u 1>", "can't be followed"],
    ["no host", "<https://>", "can't be followed"],
    ["no one to mail to", "<mailto:>", "can't be followed"],
    ["a mail address without a domain", "<mailto:unsubscribe?subject=x>", "can't be followed"]
  ])("is sent as it is and warned of with %s", (_, value, warning) => {
    expect(checkListUnsubscribe([other, given(value)])).toEqual({
      kept: [other, given(value)],
      warnings: [expect.stringContaining(warning)]
    })
  })

  it.each([
    [
      "letters beyond ASCII in a host",
      "<https://b\u00fccher.example/u>",
      "characters beyond ASCII"
    ],
    ["letters beyond ASCII in a path", "<https://example.com/\u672c>", "percent-encode"],
    ["nothing in it", "", "empty"]
  ])("is left out with %s, and with it List-Unsubscribe-Post", (_, value, warning) => {
    expect(checkListUnsubscribe([other, given(value)])).toEqual({
      kept: [other],
      warnings: [expect.stringContaining(warning)]
    })
    expect(checkListUnsubscribe([given(value), post, other])).toEqual({
      kept: [other],
      warnings: [
        expect.stringContaining(warning),
        expect.stringContaining("needs an https: address")
      ]
    })
  })

  it("reports each fault once, whatever the number of addresses", () => {
    expect(
      checkListUnsubscribe([given(Array<string>(20).fill("<http://x y>").join(", "))]).warnings
    ).toHaveLength(2)
  })

  it("never repeats what was given in a warning", () => {
    const { warnings } = checkListUnsubscribe([
      given("<http://secret.example/token 1>, secret"),
      ["List-Unsubscribe-Post", "secret"]
    ])
    expect(warnings).toHaveLength(4)
    expect(warnings.join()).not.toMatch(/secret|token/)
  })

  it.each(hostileUnsubscribes)("is warned of once, however long it is of %j", (part) => {
    const { kept, warnings } = checkListUnsubscribe([given(part.repeat(20_000)), post])
    expect(kept).toEqual([given(part.repeat(20_000))])
    expect(warnings).toEqual([
      ...(part.startsWith("<>")
        ? [
            expect.stringContaining("outside the angle brackets"),
            expect.stringContaining("neither https: nor mailto:")
          ]
        : [expect.stringContaining("no address in angle brackets")]),
      expect.stringContaining("needs an https: address")
    ])
  })
})

describe("List-Unsubscribe-Post of the caller", () => {
  it.each([
    ["without List-Unsubscribe", [], post[1], "needs an https: address"],
    ["beside a mail address alone", [given(mailto)], post[1], "needs an https: address"],
    ["beside an http URL", [given("<http://example.com/u>")], post[1], "needs an https: address"],
    ["beside an https URL that is none", [given("<https://>")], post[1], "needs an https: address"],
    ["with another value", [given(https)], "One-Click", "its only value is"],
    ["with the value in lower case", [given(https)], post[1].toLowerCase(), "its only value is"],
    ["with nothing in it", [given(https)], "", "its only value is"]
  ] as const)("is left out and named %s", (_, fields, value, warning) => {
    const { kept, warnings } = checkListUnsubscribe([
      ...fields,
      ["List-Unsubscribe-Post", value],
      other
    ])
    expect(kept).toEqual([...fields, other])
    expect(warnings.at(-1)).toMatch(
      new RegExp(`^List-Unsubscribe-Post was left out, as .*${warning}`)
    )
  })

  it("is sent and warned of next to two https URLs", () => {
    const fields = [given(`${https}, <https://example.net/u>`), post]
    expect(checkListUnsubscribe(fields)).toEqual({
      kept: fields,
      warnings: [expect.stringContaining("exactly one")]
    })
  })

  it("is never sent without an https URL, nor a List-Unsubscribe that isn't ASCII", () => {
    const part = FastCheck.constantFrom(
      https,
      mailto,
      "<",
      ">",
      ",",
      " ",
      "https://",
      "<https://x>",
      "\u00fc",
      "(",
      ")",
      "x",
      "List-Unsubscribe=One-Click"
    )
    const value = FastCheck.array(part, { maxLength: 6 }).map((parts) => parts.join(""))
    FastCheck.assert(
      FastCheck.property(value, value, (unsubscribe, posted) => {
        const { kept } = checkListUnsubscribe([
          given(unsubscribe),
          ["List-Unsubscribe-Post", posted]
        ])
        const sent = new Map(kept)
        expect(sent.get("List-Unsubscribe") ?? "").toMatch(/^[\x20-\x7e]*$/)
        if (sent.has("List-Unsubscribe-Post")) {
          expect(sent.get("List-Unsubscribe-Post")).toBe(post[1])
          expect(sent.get("List-Unsubscribe")).toMatch(/<\s*https:/)
        }
      }),
      { numRuns: 250 }
    )
  })
})
