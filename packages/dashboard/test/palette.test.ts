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
    ["em_0123abc", { conditions: undefined, to: "/messages/em_0123abc" }],
    [
      " ada+x@example.com ",
      {
        conditions: { recipient: "ada+x@example.com" },
        to: "/messages?recipient=ada%2Bx%40example.com"
      }
    ],
    [
      "Your & receipt",
      { conditions: { subject: "Your & receipt" }, to: "/messages?subject=Your%20%26%20receipt" }
    ],
    [
      "ada@example",
      { conditions: { subject: "ada@example" }, to: "/messages?subject=ada%40example" }
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
