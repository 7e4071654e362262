import { decode, detailsOf, SendRequest, ValidationFailed } from "@telemark/core"
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"

const detailsFor = (input: unknown) => Either.getOrElse(Either.flip(decode(SendRequest)(input)), () => undefined)?.details

describe("validation details", () => {
  it("name the path of every problem", () => {
    expect(detailsFor({ to: ["a@example.com", "nobody", 7], html: 1, headers: { "X A": "b" } })).toEqual({
      "to.1": ["must be an email address such as ada@example.com"],
      "to.2": ["Expected string"],
      html: ["Expected string"],
      "headers.X A": ["must have a name of 1 to 76 printable ASCII characters without spaces or colons"]
    })
  })

  it("say what is wanted in words, not in types", () => {
    expect(detailsFor(null)).toEqual({ body: ["must be an object"] })
    expect(detailsFor({ to: [], text: "x" })).toEqual({ to: ["must be an email address or a list of 1 to 50"] })
    expect(detailsFor({ to: {}, text: "x" })).toEqual({ to: ["Expected string", "must be a list"] })
    expect(detailsFor({ to: "a@example.com", text: "x", metadata: [] })).toEqual({ metadata: ["must be an object"] })
  })

  it("report a union once, by its most telling member", () => {
    expect(detailsFor({ to: "nobody", text: "x" })).toEqual({ to: ["must be an email address such as ada@example.com"] })
  })

  it("stand under body when the whole body is wrong", () => {
    for (const body of [null, 7, "text", []]) expect(Object.keys(detailsFor(body) ?? {})).toEqual(["body"])
    expect(detailsFor({ to: "a@example.com" })).toEqual({ body: ["must have exactly one of template_id, html and text"] })
  })

  it("never repeat the value that was given", () => {
    const Login = Schema.Struct({ password: Schema.String.pipe(Schema.minLength(12)), port: Schema.Int })
    for (const input of [{ password: "hunter2-secret", port: "hunter2-secret" }, { password: { raw: "hunter2-secret" } }, "hunter2-secret"]) {
      const failed = Either.getOrElse(Either.flip(decode(Login)(input)), () => ValidationFailed.at("none"))
      expect(failed.message + JSON.stringify(failed.details)).not.toContain("hunter2")
    }
  })

  it("are given for a value that nests 100,000 levels deep, too", () => {
    let deep: unknown = "x"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(detailsFor({ to: deep, text: "x" })).toBeDefined()
    expect(detailsFor({ to: "a@example.com", text: "x", metadata: { deep } })).toEqual({ body: ["nests too deeply"] })
  })

  it("are bounded in number and length", () => {
    const issues = Array.from({ length: 5_000 }, (_, index) => ({ path: [index], message: "x".repeat(5_000) }))
    const details = detailsOf(issues)
    expect(Object.keys(details).length).toBeLessThanOrEqual(100)
    expect(details["0"]?.[0]?.length).toBeLessThanOrEqual(200)
  })
})
