import { parseMailboxList } from "@telemark/contract"
import { describe, expect, it } from "vitest"
import { replyTo, shownRecipients, uniqueRecipients } from "../../src/sending/emails/recipients.js"

const plain = (address: string) => ({ name: null, address })
const addressesOf = (request: Parameters<typeof uniqueRecipients>[0]) =>
  uniqueRecipients(request).map(({ address }) => address)

describe("the recipients of a send", () => {
  it("are those of to, cc and bcc in that order, each once", () => {
    expect(
      addressesOf({
        to: "to@example.com",
        cc: ["cc@example.com", "TO@example.com"],
        bcc: ["bcc@example.com", "cc@EXAMPLE.com"]
      })
    ).toEqual(["to@example.com", "cc@example.com", "bcc@example.com"])
  })

  it("are all shown nothing of each other unless there is cc or bcc", () => {
    expect(shownRecipients({ to: ["a@example.com", "b@example.com"] })).toBeNull()
    expect(shownRecipients({ to: "a@example.com", cc: [], bcc: [] })).toBeNull()
  })

  it("in to are shown to each other if the send is to be one mail, unless there is only one", () => {
    const shown = (...to: ReadonlyArray<string>) => shownRecipients({ to }, true)
    expect(shown("a@example.com", "b@example.com")).toEqual({
      to: [plain("a@example.com"), plain("b@example.com")],
      cc: []
    })
    expect(shown("a@example.com", "A@example.com")).toBeNull()
  })

  it("in to and cc are shown to everybody, each once and at its first position, those in bcc to no one", () => {
    expect(
      shownRecipients({
        to: ["A@example.com", "a@example.com"],
        cc: ["b@example.com", "a@EXAMPLE.com", "b@example.com"],
        bcc: "c@example.com"
      })
    ).toEqual({ to: [plain("A@example.com")], cc: [plain("b@example.com")] })
    expect(shownRecipients({ to: "a@example.com", bcc: ["c@example.com"] })).toEqual({
      to: [plain("a@example.com")],
      cc: []
    })
  })
})

describe("the names of recipients", () => {
  it("stay with their addresses, and of several with one address the first stays as it is", () => {
    expect(
      uniqueRecipients({
        to: ["Grace <grace@example.com>", "GRACE@example.com", "a@example.com"],
        cc: "Ada <a@example.com>"
      })
    ).toEqual([
      { address: "grace@example.com", name: "Grace", folded: "grace@example.com" },
      { address: "a@example.com", name: null, folded: "a@example.com" }
    ])
  })

  it("are shown with To and Cc", () => {
    expect(
      shownRecipients({
        to: '"Hopper, Grace" <grace@example.com>',
        cc: ["Ada <a@example.com>", "Again <grace@example.com>"]
      })
    ).toEqual({
      to: [{ name: "Hopper, Grace", address: "grace@example.com" }],
      cc: [{ name: "Ada", address: "a@example.com" }]
    })
  })
})

describe("the Reply-To field", () => {
  it("is absent unless it is requested", () => {
    expect(replyTo({})).toBeUndefined()
  })

  it("contains one mailbox or a list of them", () => {
    expect(replyTo({ reply_to: "help@example.com" })).toBe("help@example.com")
    expect(replyTo({ reply_to: ["Help <help@example.com>", "b@example.com"] })).toBe(
      '"Help" <help@example.com>, b@example.com'
    )
  })

  it("keeps names with commas, quotes and backslashes whole", () => {
    const value =
      replyTo({
        reply_to: ["Doe, Jane <jane@example.com>", '"the \\"boss\\" \\\\ co" <boss@example.com>']
      }) ?? ""
    expect(parseMailboxList(value)).toEqual([
      { name: "Doe, Jane", address: "jane@example.com" },
      { name: 'the "boss" \\ co', address: "boss@example.com" }
    ])
  })
})
