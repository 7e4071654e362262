import { wordingOf } from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { hostileWordings } from "../hostile.js"
import { knownReplies, replyOf } from "./support.js"

const to = (recipient: string, response: string) => wordingOf(replyOf(response), recipient)

describe("the wording of a reply", () => {
  it.each([
    [
      "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
      "550 5.1.1 recipient address rejected user unknown in virtual mailbox table"
    ],
    ['550 5.1.1 <"ada the \\"boss\\""@example.com>: User unknown', "550 5.1.1 user unknown"],
    ["550 5.1.1 ada... User unknown", "550 5.1.1 user unknown"],
    ["550 No such user (ada@example.com)", "550 no such user"],
    [
      "550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1-20020 - gsmtp",
      "550 5.1.1 the email account that you tried to reach does not exist"
    ],
    [
      "550 5.4.1 Recipient address rejected: Access denied. [AM6EUR05FT012.eop-eur05.prod.protection.outlook.com 2026-11-22T14:00:00.000Z 08DE1A2B]",
      "550 5.4.1 recipient address rejected access denied"
    ],
    [
      "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com) [0] - mta4001.mail.bf1.yahoo.com",
      "554 delivery error dd this user doesn't have a account"
    ],
    ["550 5.1.1 queue id qwertzuiopasdfghjklyxcvbnmqwertz", "550 5.1.1 queue id"],
    ["550 用户不存在", "550 用户不存在"],
    ["550 5.1.1", "550 5.1.1"]
  ])("of %s is %s", (response, wording) => {
    expect(to("ada@example.com", response)).toBe(wording)
  })

  it("is the same for each recipient whom a server calls unknown", () => {
    const local = FastCheck.stringMatching(/^[a-z][a-z0-9._+-]{0,20}[a-z0-9]$/)
    FastCheck.assert(
      FastCheck.property(
        local,
        FastCheck.constantFrom(
          (address: string) =>
            `550 5.1.1 <${address}>: Recipient address rejected: no such mailbox`,
          (address: string) =>
            `550 5.1.1 ${address.slice(0, address.lastIndexOf("@"))}... no such mailbox`,
          (address: string) => `550 5.1.1 no such mailbox - ${address}`
        ),
        (name, reply) => {
          // Such a local part takes its own word out of the reply, or reads as a code or the end of
          // a sentence.
          FastCheck.pre(!/^(?:no|such|mailbox|recipient|address|rejected)$|\.\.|\d\.\d/.test(name))
          const other = "somebody-else@example.com"
          expect(to(`${name}@example.com`, reply(`${name}@example.com`))).toBe(
            to(other, reply(other))
          )
        }
      )
    )
  })

  it("is short, and names no address, number or link, whatever a server says", () => {
    for (const { reply } of knownReplies) {
      const wording = to("ada@example.com", reply)
      expect(wording.length).toBeLessThanOrEqual(120)
      expect(wording.replace(/^\d{3}(?: \d\.\d+\.\d+)?/, "")).not.toMatch(/[@\d]|https?:/)
    }
  })

  it.each(hostileWordings)("is nothing, however long the reply is of %j", (part) => {
    const text = part.repeat(16_000 / part.length)
    expect(wordingOf({ code: 550, enhanced: null, text }, "ada@example.com")).toBe("550")
  })
})
