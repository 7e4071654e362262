import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { broken, conceal, refused } from "../src/conversation/failure.js"

const concealed = (password: string, text: string): string => {
  const failure = conceal({ user: "ada", password: Redacted.make(password) })(
    refused("auth", { code: 535, enhanced: "5.7.8", text })
  )
  return failure._tag === "Refused" ? failure.reply.text : ""
}
const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64")

describe("a reply to the login", () => {
  it("has the password in none of the forms in which it was said", () => {
    expect(
      concealed("s3cret", `s3cret, ${base64("s3cret")}, ${base64("\0ada\0s3cret")} and s3cret`)
    ).toBe("…, …, … and …")
  })

  it("isn't mangled by a password so short that it occurs there by chance", () => {
    const text = "Authentication of ada failed: wrong password"
    for (const password of ["a", "=", "ada", "", " "]) expect(concealed(password, text)).toBe(text)
  })

  it("has a short password in none of its longer forms", () => {
    expect(concealed("ab", `AUTH PLAIN ${base64("\0ada\0ab")} or ${base64("ab")}`)).toBe(
      "AUTH PLAIN … or …"
    )
  })

  it("has no password of 4 characters", () =>
    expect(concealed("pass", "It isn't pass")).toBe("It isn't …"))

  it("has no password with blanks that a reply can't have", () =>
    expect(concealed("p  a\tss", "It isn't p a ss")).toBe("It isn't …"))

  it("that never came has nothing to conceal", () => {
    expect(
      conceal({ user: "ada", password: Redacted.make("reset") })(broken("auth", "reset"))
    ).toStrictEqual(broken("auth", "reset"))
  })
})
