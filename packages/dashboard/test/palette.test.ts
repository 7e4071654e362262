import { describe, expect, it } from "vitest"
import { type Command, mailSearchOf, matching, nextChosen } from "../app/Shell/commands.js"

const command = (label: string): Command => ({ group: "pages", label, icon: "search", to: "/" })

describe("the command palette", () => {
  it.each([
    ["", ["API keys", "Create API key", "Domains"]],
    ["key", ["API keys", "Create API key"]],
    ["key CREATE", ["Create API key"]],
    ["nothing", []]
  ])("finds by each word of %j", (typed, expected) => {
    const all = ["API keys", "Create API key", "Domains"].map(command)
    expect(matching(all, typed).map(({ label }) => label)).toEqual(expected)
  })

  it.each([
    ["a", undefined],
    ["--", undefined],
    ["a".repeat(201), undefined],
    [
      "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6",
      { conditions: undefined, to: "/messages/em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6" }
    ],
    [
      " ada+x@example.com ",
      { conditions: { q: "ada+x@example.com" }, to: "/messages?q=ada%2Bx%40example.com" }
    ],
    [
      "Your & receipt",
      { conditions: { q: "Your & receipt" }, to: "/messages?q=Your%20%26%20receipt" }
    ]
  ])("searches messages by %j", (typed, expected) => {
    expect(mailSearchOf(typed)).toEqual(expected)
  })

  it.each([
    ["ArrowDown", 0, 3, 1],
    ["ArrowDown", 2, 3, 0],
    ["ArrowUp", 0, 3, 2],
    ["Enter", 0, 3, undefined],
    ["ArrowDown", 0, 0, undefined]
  ])("chooses by %s from %i of %i", (key, chosen, count, expected) => {
    expect(nextChosen(key, chosen, count)).toBe(expected)
  })
})
