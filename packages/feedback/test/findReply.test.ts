import { describe, expect, it } from "vitest"
import { findReply, stageAround } from "../src/bounces/findReply.js"

describe("the first reply in a text", () => {
  it.each<[string, number, string | null, string]>([
    ["550 5.1.1 User unknown", 550, "5.1.1", "User unknown"],
    [
      "550-The account that you tried to reach does\n550 not exist",
      550,
      null,
      "The account that you tried to reach does not exist"
    ],
    ["550-5.7.1 Mail from here\n550 5.7.1 is refused", 550, "5.7.1", "Mail from here is refused"],
    ["550-one\n\n550-two\n\n550 three\n\n551 next", 550, null, "one two three"],
    ["host mx said: 452 4.2.2 Full\n\nand more", 452, "4.2.2", "Full"],
    ["<mx.example #5.1.1 smtp;550 5.1.1 Gone>", 550, "5.1.1", "Gone>"],
    ["Sorry, no mailbox here. (#5.1.1)", 550, "5.1.1", "Sorry, no mailbox here. (#5.1.1)"],
    ["Try again. (#4.4.1)", 450, "4.4.1", "Try again. (#4.4.1)"],
    ["It was 450 seconds late.\n<<< 554 No", 554, null, "No"]
  ])("%j", (text, code, enhanced, words) => {
    expect(findReply(text)?.reply).toEqual({ code, enhanced, text: words })
  })

  it.each([
    "It came back after 550 refusals.",
    "The limit was 450 hours.",
    "10.5.1.1",
    "mail-5.1.1.example",
    "version 4.97.1",
    "5.12.2026",
    "error 550.5",
    "2.1.5 fine",
    "555-0123 is my number",
    ""
  ])("isn't in %j", (text) => {
    expect(findReply(text)).toBeUndefined()
  })
})

describe("the stage of a refusal", () => {
  it.each([
    [">>> RCPT To:<a@b>\n<<< 250 ok\n>>> DATA\n<<< ", "550 no", "end_of_data"],
    ["after RCPT TO:<a@b>:\n", "550 no", "rcpt"],
    ["", "550 no (in reply to MAIL FROM command)", "mail"],
    ["in reply to end of DATA command\n\n", "550 no", undefined]
  ] as const)("with %j before and %j behind it", (before, after, stage) => {
    expect(stageAround(before + after, before.length)).toBe(stage)
  })
})
