import {
  AddSuppression,
  decode,
  detailsOf,
  RateLimit,
  SendRequest,
  showName,
  ValidationFailed
} from "@telemark/contract"
import { Result, Schema, SchemaIssue } from "effect"
import { describe, expect, it } from "vitest"

const detailsBy = <A, I>(schema: Schema.Codec<A, I>, input: unknown) =>
  Result.getOrElse(Result.flip(decode(schema)(input)), () => undefined)?.details
const detailsFor = (input: unknown) => detailsBy(SendRequest, input)

describe("validation details", () => {
  it("name the path of every problem", () => {
    expect(
      detailsFor({ to: ["a@example.com", "nobody", 7], html: 1, headers: { "X A": "b" } })
    ).toEqual({
      "to.1": ["must be an email address such as ada@example.com"],
      "to.2": ["must be a string"],
      html: ["must be a string"],
      "headers.X A": [
        "must have a name of 1 to 76 printable ASCII characters without spaces or colons"
      ]
    })
  })

  it("say what is wanted in words, not in types", () => {
    for (const body of [null, 7, "text", []])
      expect(detailsFor(body)).toEqual({ body: ["must be an object"] })
    for (const to of [null, 7, {}, [], Array.from({ length: 51 }, () => "a@example.com")]) {
      expect(detailsFor({ to, text: "x" })).toEqual({
        to: ["must be an email address or a list of 1 to 50 email addresses"]
      })
    }
    expect(detailsFor({ to: ["a@example.com", 7], text: "x" })).toEqual({
      "to.1": ["must be a string"]
    })
    expect(detailsFor({ text: "x" })).toEqual({ to: ["is missing"] })
    expect(
      detailsFor({
        to: "a@example.com",
        text: "x",
        data: "x",
        metadata: [],
        headers: 1,
        template_id: ""
      })
    ).toEqual({
      data: ["must be an object"],
      metadata: ["must be an object"],
      headers: ["must be an object"],
      template_id: ["must be a string at least 1 character long"]
    })
  })

  it.each([
    [detailsBy(AddSuppression, null), "must be an object"],
    [detailsBy(Schema.Array(Schema.Number), {}), "must be a list"],
    [
      detailsBy(Schema.Array(Schema.Number).pipe(Schema.check(Schema.isMinLength(2))), [1]),
      "must be a list of at least 2 items"
    ],
    [detailsBy(Schema.Boolean, "yes"), "must be a boolean"],
    [detailsBy(RateLimit, "10"), "must be a number"],
    [detailsBy(RateLimit, 0.5), "must be a whole number"],
    [detailsBy(RateLimit, 0), "must be a number from 1 to 10000"],
    [detailsBy(Schema.Literals(["a", "b"]), "c"), "must be one of a, b"],
    [detailsBy(Schema.Literal("a"), "c"), "must be a"],
    [detailsBy(Schema.Literals([1, 2]), 3), "must be one of 1, 2"],
    [detailsBy(Schema.Literal(1), 2), "must be 1"]
  ])("read %j", (details, reason) => {
    expect(details).toEqual({ body: [reason] })
  })

  it("name the kinds by which a union distinguishes its members", () => {
    const Shape = Schema.Union(
      (["circle", "square"] as const).map((kind) =>
        Schema.Struct({ kind: Schema.Literal(kind), size: Schema.Number })
      )
    )
    expect(detailsBy(Shape, { kind: "line", size: 1 })).toEqual({
      kind: ["must be one of circle, square"]
    })
    expect(detailsBy(Shape, { kind: "square", size: "1" })).toEqual({ size: ["must be a number"] })
  })

  it("report a union once, by its most telling member", () => {
    expect(detailsFor({ to: "nobody", text: "x" })).toEqual({
      to: ["must be an email address such as ada@example.com"]
    })
  })

  it("are under body when the whole body is wrong", () => {
    for (const body of [null, 7, "text", []])
      expect(Object.keys(detailsFor(body) ?? {})).toEqual(["body"])
    expect(detailsFor({ to: "a@example.com" })).toEqual({
      body: ["must have a template_id, or html, text or both"]
    })
  })

  it("never repeat the value that was given", () => {
    const Login = Schema.Struct({
      password: Schema.String.pipe(Schema.check(Schema.isMinLength(12))),
      port: Schema.Int
    })
    for (const input of [
      { password: "hunter2-secret", port: "hunter2-secret" },
      { password: { raw: "hunter2-secret" } },
      "hunter2-secret"
    ]) {
      const failed = Result.getOrElse(Result.flip(decode(Login)(input)), () =>
        ValidationFailed.at("none")
      )
      expect(failed.message + JSON.stringify(failed.details)).not.toContain("hunter2")
    }
  })

  it("are given for a value that nests 100,000 levels deep, too", () => {
    let deep: unknown = "x"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(detailsFor({ to: deep, text: "x" })).toBeDefined()
    expect(detailsFor({ to: "a@example.com", text: "x", data: { deep } })).toEqual({
      data: ["must not nest deeper than 64 levels"]
    })
  })

  it("are bounded in number and length", () => {
    const message = "x".repeat(5_000)
    const issueAt = (index: number) =>
      new SchemaIssue.Pointer([index], new SchemaIssue.InvalidValue({ message }))
    const rest = Array.from({ length: 5_000 }, (_, index) => issueAt(index + 1))
    const details = detailsOf(new SchemaIssue.Composite(Schema.String.ast, [issueAt(0), ...rest]))
    expect(Object.keys(details).length).toBeLessThanOrEqual(100)
    expect(details["0"]?.[0]?.length).toBeLessThanOrEqual(200)
  })

  it("and names in warnings are shortened to whole characters, which databases take", () => {
    for (const start of ["", "a"]) {
      const long = start + "😀".repeat(300)
      const details = detailsFor({ to: "a@example.com", text: "x", headers: { [long]: "x" } })
      const [path = ""] = Object.keys(details ?? {})
      expect(path).toMatch(/^headers\.a?😀+…$/u)
      expect(path.isWellFormed()).toBe(true)
      expect(showName(long)).toMatch(/^a?😀+…$/u)
      const problem = new SchemaIssue.InvalidValue({ message: long })
      expect(detailsOf(problem)["body"]?.[0]).toMatch(/^a?😀+$/u)
    }
    expect(
      detailsFor({ to: "a@example.com", text: "x", headers: { "\ud800": "x" } })
    ).toHaveProperty(["headers.\ufffd"])
  })
})
