import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { isOneClick, maxFormOctets, readForm } from "../../../src/unsubscribe/readForm.js"
import { hostileForms } from "./hostileForms.js"

const octets = (text: string) => ({ _tag: "Octets", octets: Buffer.from(text) }) as const
const read = (contentType: string | undefined, text: string) =>
  Result.map(readForm(contentType, octets(text)), (form) =>
    Object.fromEntries([...form].map(([name, values]) => [name, values]))
  )
const multipart = (...parts: ReadonlyArray<string>) =>
  `${parts.map((part) => `--b0undary\r\n${part}\r\n`).join("")}--b0undary--\r\n`
const member = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

describe("the form of a request", () => {
  it("is read in both encodings of RFC 8058, and from what a host's parser made of it", () => {
    const expected = Result.succeed({ "List-Unsubscribe": ["One-Click"] })
    expect(read("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click")).toEqual(
      expected
    )
    expect(
      read("application/x-www-form-urlencoded; charset=UTF-8", "List-Unsubscribe=One-Click\r\n")
    ).toEqual(expected)
    expect(read("text/plain", "List-Unsubscribe=One-Click")).toEqual(expected)
    expect(read(undefined, "List-Unsubscribe=One-Click")).toEqual(expected)
    for (const type of [
      "multipart/form-data; boundary=b0undary",
      'Multipart/Form-Data; charset=utf-8; Boundary="b0undary"'
    ]) {
      expect(read(type, multipart(member("List-Unsubscribe", "One-Click")))).toEqual(expected)
    }
    expect(
      Result.map(
        readForm("application/x-www-form-urlencoded", {
          _tag: "Parsed",
          value: { "List-Unsubscribe": "One-Click" }
        }),
        isOneClick
      )
    ).toEqual(Result.succeed(true))
  })

  it("keeps members of the same name, and values of any text, in multipart form", () => {
    const text = multipart(
      member("topic", "news"),
      member("note", "a\r\n--b0und\r\n\r\nä"),
      `Content-Type: text/plain\r\nContent-Disposition: form-data; name=topic\r\n\r\noffers`
    )
    expect(read("multipart/form-data; boundary=b0undary", text)).toEqual(
      Result.succeed({ topic: ["news", "offers"], note: ["a\r\n--b0und\r\n\r\nä"] })
    )
    expect(read("multipart/form-data; boundary=b0undary", text.replaceAll("\r\n", "\n"))).toEqual(
      Result.succeed({ topic: ["news", "offers"], note: ["a\n--b0und\n\nä"] })
    )
  })

  it("leaves out files and parts without a name, and what stands before and behind the parts", () => {
    const text = `before${multipart('Content-Disposition: form-data; name="topic"; filename="a"\r\n\r\nnews', "X: y\r\n\r\nz", "no head")}--b0undary\r\n${member("a", "b")}\r\n`
    expect(read("multipart/form-data; boundary=b0undary", `\r\n${text}`)).toEqual(
      Result.succeed({})
    )
  })

  it.each([
    ["multipart/form-data", multipart(member("List-Unsubscribe", "One-Click"))],
    ["multipart/form-data; boundary=other", multipart(member("List-Unsubscribe", "One-Click"))],
    [
      "multipart/form-data; boundary=b0undary",
      '--b0undary\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'
    ],
    ["application/x-www-form-urlencoded", "a=b&".repeat(1_001)]
  ])("is refused in words: %s", (type, text) => {
    expect(Result.mapError(read(type, text), ({ details }) => Object.keys(details))).toEqual(
      Result.fail(["body"])
    )
  })

  it.each([[[]], 7])("is none in %j, as a host's parser may leave it", (value) => {
    expect(Result.isFailure(readForm(undefined, { _tag: "Parsed", value }))).toBe(true)
  })

  it.each([null, undefined, ""])("is empty in %j, as a host's parser may leave it", (value) => {
    expect(Result.map(readForm(undefined, { _tag: "Parsed", value }), isOneClick)).toEqual(
      Result.succeed(true)
    )
  })

  it("is one click only with that value, or without any", () => {
    const is = (text: string) =>
      Result.map(readForm("application/x-www-form-urlencoded", octets(text)), isOneClick)
    expect(["", "List-Unsubscribe=One-Click", "list-unsubscribe=one-click%20&x=y"].map(is)).toEqual(
      [Result.succeed(true), Result.succeed(true), Result.succeed(true)]
    )
    expect(
      [
        "List-Unsubscribe=",
        "List-Unsubscribe=No",
        "One-Click",
        "Unsubscribe=One-Click",
        "do=unsubscribe"
      ].map(is)
    ).toEqual(Array.from({ length: 5 }, () => Result.succeed(false)))
  })

  it.each(hostileForms)("has no members, however long it is of %j", (part) => {
    const body = part.repeat(maxFormOctets / part.length)
    expect(read("multipart/form-data; boundary=b", `${body}\r\n--b--`)).toEqual(Result.succeed({}))
  })
})
