import type { EmailFilter } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { recipientFolded } from "../../src/sending/emails/emailTable.js"
import { isCounted, partsToCount, selectionOf } from "../../src/sending/emails/filterEmails.js"

const tag = { name: "a", value: "b" }

describe("the index that a list is read by", () => {
  it.each<[string, EmailFilter, Pick<ReturnType<typeof selectionOf>, "leading" | "others">]>([
    ["nothing asked for", {}, { leading: undefined, others: [] }],
    ["times alone", { since: 1, until: 2 }, { leading: undefined, others: [] }],
    [
      "a recipient before all",
      { status: "failed", tag, template_id: "a", recipient: "a@b.c" },
      { leading: "recipient", others: ["status", "tag", "template_id"] }
    ],
    [
      "a rare status before tags",
      { status: "bounced", tag, template_id: "a" },
      { leading: "status", others: ["tag", "template_id"] }
    ],
    [
      "tags before a usual status",
      { status: "sent", tag, template_id: "a" },
      { leading: "tag", others: ["template_id", "status"] }
    ],
    [
      "a domain of recipients before templates",
      { template_id: "a", recipient_domain: "a.example" },
      { leading: "recipient_domain", others: ["template_id"] }
    ],
    [
      "all messages for a sender's domain and a subject",
      { sender_domain: "a.example", subject: "a" },
      { leading: undefined, others: ["sender_domain", "subject"] }
    ],
    [
      "a template before a usual status",
      { status: "delivered", template_id: "a" },
      { leading: "template_id", others: ["status"] }
    ]
  ])("is that of %s", (_, filter, selection) => {
    expect(selectionOf(filter)).toEqual({ ...selection, hasFew: false })
  })

  const filter: EmailFilter = { status: "bounced", tag, template_id: "a", recipient: "a@b.c" }
  it.each([
    ["the fewest", { recipient: 900, tag: 3, template_id: 4, status: 1000 }, "tag"],
    [
      "the recipient, if it has as few as another",
      { recipient: 0, tag: 0, template_id: 0, status: 0 },
      "recipient"
    ],
    [
      "the only one without many",
      { recipient: 1000, tag: 1000, template_id: 999, status: 1000 },
      "template_id"
    ],
    [
      "the tag where all have many: a recipient that has gets copies of everything",
      { recipient: 1000, tag: 1000, template_id: 1000, status: 1000 },
      "tag"
    ]
  ] as const)("is that of %s", (_, counts, leading) => {
    const selection = selectionOf(filter, counts)
    expect(selection.leading).toBe(leading)
    expect([...selection.others, leading].sort()).toEqual([
      "recipient",
      "status",
      "tag",
      "template_id"
    ])
  })

  it("is never that of a usual status if there is another", () => {
    expect(
      selectionOf({ status: "sent", recipient: "a@b.c", tag }, { recipient: 1000, tag: 1000 })
    ).toEqual({ leading: "tag", others: ["recipient", "status"], hasFew: false })
  })

  it.each<[string, EmailFilter, ReadonlyArray<string>]>([
    ["parts of a filter", filter, ["recipient", "status", "tag", "template_id"]],
    ["no usual status", { status: "sent", recipient: "a@b.c" }, ["recipient"]],
    ["no times", { since: 1, until: 2 }, []],
    ["no part that no index has in order", { subject: "a", sender_domain: "a.example" }, []]
  ])("is chosen among %s", (_, asked, rivals) => {
    expect(partsToCount(asked)).toEqual(rivals)
  })

  it("is helped by the counters where only the status is asked for", () => {
    expect(
      [{}, { status: "sent" }, { status: undefined, tag: undefined }].map((filter) =>
        isCounted(filter as EmailFilter)
      )
    ).toEqual([true, true, true])
    const others: ReadonlyArray<EmailFilter> = [
      { tag },
      { recipient: "a@b.c" },
      { template_id: "a" },
      { since: 0 },
      { until: 1 },
      { status: "sent", tag }
    ]
    expect(others.filter(isCounted)).toEqual([])
  })
})

describe("what is kept beside a recipient's address", () => {
  it.each([
    ["nothing, where small ASCII letters are enough", "Ada@Example.COM", "ada@example.com", null],
    ["the key, where they aren't", "É@example.com", "é@example.com", "é@example.com"],
    [
      "the key, where the domain is spelled in letters",
      "a@bücher.example",
      "a@xn--bcher-kva.example",
      "a@xn--bcher-kva.example"
    ]
  ])("is %s", (_, address, folded, kept) => {
    expect(recipientFolded(address, folded)).toBe(kept)
  })
})
