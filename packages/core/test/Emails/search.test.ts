import { describe, expect, it } from "vitest"
import { foundWords, searchedWords, searchTermsOf, wordsOf } from "@telemark/core"

describe("the words of a text", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["ada.byron+news@mail.example.org", ["ada", "byron", "news", "mail", "example", "org"]],
    ["Your RECEIPT no. 4711-A_b", ["your", "receipt", "no", "4711", "a", "b"]],
    ["Čapek, Straße, İstanbul", ["capek", "straße", "istanbul"]],
    ["ご注文 order", ["こ", "注", "文", "order"]],
    ["… — 🎉 \"*'", []],
    ["x".repeat(100), ["x".repeat(64)]]
  ])("of %s are runs of letters and digits", (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

describe("a search", () => {
  it("asks for beginnings of words, each once, and of ids that say when", () => {
    expect(searchTermsOf(" Ada ada@example.org  EM_0199AABB em_0199 ")).toEqual({
      ids: ["em_0199aabb"],
      words: ["ada", "example", "org", "em", "0199"]
    })
  })

  it("finds words of recipient, subject, sender, template and tags by how they begin", () => {
    const email = {
      id: "em_1",
      recipient_email: "ada@example.org",
      recipient_name: "Ada Lovelace",
      subject: "Your receipt",
      sender_email: "shop@fjord.example",
      sender_name: null,
      template_id: "order_paid",
      tags: { campaign: "spring" }
    }
    const words = ["ada", "love", "rec", "fjord", "paid", "camp", "spring"]
    expect([...foundWords(email, [...words, "lace", "receipts"])]).toEqual(words)
    expect(new Set(searchedWords(email)).size).toBe(searchedWords(email).length)
  })
})
