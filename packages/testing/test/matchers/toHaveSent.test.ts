import { type ExpectedSent, type Mailbox, matchers, type SentMail } from "@telemark/testing"
import { matchers as registered } from "@telemark/testing/vitest"
import { describe, expect, expectTypeOf, it } from "vitest"

const mail = (changes: Partial<SentMail> = {}): SentMail => ({
  id: "em_1",
  tenant_id: "tn_1",
  from: "shop@example.com",
  from_name: "Shop",
  to: "ada@example.com",
  to_name: null,
  cc: ["bob@example.com"],
  subject: "Welcome, Ada",
  html: "<p>Hello Ada</p>",
  text: null,
  headers: { "x-order": "7" },
  template_id: "welcome",
  scheduled_at: null,
  sent_at: new Date(0),
  attachments: [
    {
      filename: "a.pdf",
      content_type: "application/pdf",
      content_id: null,
      size: 3,
      content: Buffer.from("abc")
    }
  ],
  source: new Uint8Array(),
  ...changes
})

const mailboxWith = (...mails: ReadonlyArray<SentMail>): Mailbox => ({
  all: () => mails,
  to: () => [],
  last: () => mails.at(-1),
  clear: () => {}
})

const messageOf = (assert: () => void): string => {
  try {
    assert()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("the assertion held")
}

describe("toHaveSent", () => {
  const fitting: ReadonlyArray<readonly [title: string, expected: ExpectedSent]> = [
    ["nothing in particular", {}],
    ["an address in other letters", { to: "ADA@Example.com" }],
    ["the sender's address", { from: "shop@example.com" }],
    ["the sender with a name", { from: "Shop <shop@example.com>" }],
    ["a Cc", { cc: "bob@example.com" }],
    ["a list of Cc", { cc: [/bob/] }],
    ["a subject", { subject: "Welcome, Ada" }],
    ["an expression", { subject: /^welcome/i }],
    ["an asymmetric matcher", { subject: expect.stringContaining("Ada") as string }],
    ["a part of the html", { html: "Hello Ada" }],
    ["no text", { text: null }],
    ["a field of the head", { headers: { "X-Order": "7", "X-Other": null } }],
    ["a filename", { attachments: ["a.pdf"] }],
    [
      "a file",
      {
        attachments: [
          { filename: /pdf$/, content_type: "application/pdf", content_id: null, content: "abc" }
        ]
      }
    ],
    ["the octets of a file", { attachments: [{ content: Buffer.from("abc") }] }],
    ["a template", { template_id: "welcome" }],
    ["a sender that isn't of that name", { from: expect.not.stringContaining("Other") as string }],
    [
      "no such Cc, as a matcher of lists",
      { cc: expect.not.arrayContaining(["eve@example.com"]) as string }
    ],
    ["a Cc, as a matcher of lists", { cc: expect.arrayContaining(["bob@example.com"]) as string }],
    ["no such Cc", { cc: expect.not.stringContaining("eve") as string }],
    [
      "a file without a text in it",
      { attachments: [{ content: expect.not.stringContaining("secret") as string }] }
    ],
    ["no field of an object's own names", { headers: { constructor: null, toString: null } }],
    ["how often", { to: "ada@example.com", times: 1 }]
  ]
  for (const [title, expected] of fitting)
    it(`passes if the mailbox has a mail with ${title}`, () => {
      expect(mailboxWith(mail())).toHaveSent(expected)
    })

  const unfitting: ReadonlyArray<readonly [title: string, expected: ExpectedSent]> = [
    ["address", { to: "bob@example.com" }],
    ["part of an address", { to: "ada@example" }],
    ["sender", { from: "Other <shop@example.com>" }],
    ["Cc", { cc: ["bob@example.com", "cy@example.com"] }],
    ["subject", { subject: "Welcome" }],
    ["expression", { subject: /goodbye/ }],
    ["asymmetric matcher", { subject: expect.stringContaining("Bob") as string }],
    ["html", { html: "hello ada" }],
    ["text where there is none", { text: /./ }],
    ["field of the head", { headers: { "x-order": null } }],
    ["filename", { attachments: ["b.pdf"] }],
    ["file beside one that it has", { attachments: ["a.pdf", "b.pdf"] }],
    ["file where none is expected", { attachments: [] }],
    ["content of a file", { attachments: [{ filename: "a.pdf", content: "abd" }] }],
    ["template", { template_id: null }],
    [
      "sender, as a matcher of what is not",
      { from: expect.not.stringContaining("Shop") as string }
    ],
    ["sender, as an expression of what is not", { from: /^(?!Shop)/ }],
    ["Cc where nobody is expected", { cc: [] }],
    ["Cc, as a matcher of lists", { cc: expect.arrayContaining(["eve@example.com"]) as string }],
    [
      "Cc, as a matcher of lists without",
      { cc: expect.not.arrayContaining(["bob@example.com"]) as string }
    ],
    ["Cc, as a matcher of what is not", { cc: expect.not.stringContaining("bob") as string }],
    [
      "content of a file, as a matcher of what is not",
      { attachments: [{ content: expect.not.stringContaining("ab") as string }] }
    ],
    ["second file of the same name", { attachments: ["a.pdf", "a.pdf"] }],
    ["number of mails", { times: 2 }]
  ]
  for (const [title, expected] of unfitting)
    it(`fails for another ${title}`, () => {
      expect(mailboxWith(mail())).not.toHaveSent(expected)
    })

  it("looks for one mail that matches everything, not for parts of several", () => {
    expect(mailboxWith(mail(), mail({ to: "bob@example.com", subject: "Goodbye" }))).not.toHaveSent(
      { to: "ada@example.com", subject: "Goodbye" }
    )
  })

  it("finds what a stateful regular expression finds, each time", () => {
    const expression = /Welcome/g
    for (let time = 0; time < 3; time++)
      expect(mailboxWith(mail())).toHaveSent({ subject: expression })
  })

  it("accepts the Telemark as its mailbox", () => {
    expect({ mailbox: mailboxWith(mail()) }).toHaveSent({ to: "ada@example.com" })
  })

  it("refuses a value without a mailbox, with and without not", () => {
    const refusal =
      'toHaveSent needs a mailbox: expect(telemark.mailbox).toHaveSent({ to: "ada@example.com" })'
    expect(
      messageOf(() => {
        expect([mail()]).toHaveSent()
      })
    ).toBe(refusal)
    expect(
      messageOf(() => {
        expect(undefined).not.toHaveSent()
      })
    ).toBe(refusal)
  })

  const refused: ReadonlyArray<readonly [title: string, expected: object, problem: string]> = [
    [
      "a field without a value",
      { to: undefined },
      "to is undefined; leave it out to match anything"
    ],
    [
      "a number without a value",
      { times: undefined },
      "times is undefined; leave it out to match anything"
    ],
    [
      "a field of the head without a value",
      { headers: { "X-Order": undefined } },
      "headers.X-Order is undefined; leave it out to match anything"
    ],
    [
      "a file's field without a value",
      { attachments: [{ filename: undefined }] },
      "attachments[0].filename is undefined; leave it out to match anything"
    ],
    [
      "a Cc without a value",
      { cc: [undefined] },
      "cc[0] is undefined; leave it out to match anything"
    ],
    [
      "a field that mails don't have",
      { recipient: "x" },
      "there is no recipient; it takes to, from, cc, subject, html, text, headers, attachments, template_id, times"
    ],
    [
      "a field that files don't have",
      { attachments: [{ name: "a.pdf" }] },
      "there is no attachments[0].name; it takes filename, content_type, content_id, content"
    ],
    [
      "a matcher of lists for the files",
      { attachments: expect.arrayContaining(["a.pdf"]) as unknown },
      "attachments takes a list of filenames or of { filename, content_type, content_id, content }"
    ],
    ["a number that can't be", { times: -1 }, "times takes a whole number, 0 or more"]
  ]
  for (const [title, expected, problem] of refused)
    it(`refuses ${title}, with and without not`, () => {
      expect(
        messageOf(() => {
          expect(mailboxWith(mail())).toHaveSent(expected)
        })
      ).toBe(`toHaveSent: ${problem}`)
      expect(
        messageOf(() => {
          expect(mailboxWith(mail())).not.toHaveSent(expected)
        })
      ).toBe(`toHaveSent: ${problem}`)
    })

  it("is one of the matchers for other runners", () => {
    expect(registered).toBe(matchers)
    expect(
      matchers.toHaveSent.call(undefined, mailboxWith(mail()), { to: "ada@example.com" }).pass
    ).toBe(true)
    expect(matchers.toHaveSent.call(undefined, mailboxWith(), {}).pass).toBe(false)
  })
})

describe("the message of toHaveSent that failed", () => {
  it("says that the mailbox is empty", () => {
    expect(
      messageOf(() => {
        expect(mailboxWith()).toHaveSent({ to: "ada@example.com", subject: /welcome/i })
      })
    ).toBe(
      'Expected the mailbox to contain a mail with { to: "ada@example.com", subject: /welcome/i }.\nIt contains no mail.'
    )
  })

  it("lists what the mailbox holds, the closest first, and which fields differ", () => {
    const [near, far] = [
      mail({ subject: "Hello" }),
      mail({ to: "bob@example.com", subject: "Bye", attachments: [] })
    ]
    const expected = {
      to: "ada@example.com",
      subject: expect.stringContaining("Ada") as string,
      attachments: [{ filename: "a.pdf" }]
    }
    expect(
      messageOf(() => {
        expect(mailboxWith(far, near)).toHaveSent(expected)
      })
    ).toBe(
      [
        'Expected the mailbox to contain a mail with { to: "ada@example.com", subject: StringContaining "Ada", attachments: [{ filename: "a.pdf" }] }.',
        "It contains 2 mails:",
        "",
        '1. to ada@example.com from shop@example.com: "Hello"',
        '   subject: "Hello", expected StringContaining "Ada"',
        '2. to bob@example.com from shop@example.com: "Bye"',
        '   to: "bob@example.com", expected "ada@example.com"',
        '   subject: "Bye", expected StringContaining "Ada"',
        '   attachments: none, expected [{ filename: "a.pdf" }]'
      ].join("\n")
    )
  })

  it("says how many there are if another number was expected", () => {
    expect(
      messageOf(() => {
        expect(mailboxWith(mail(), mail({ to: "bob@example.com" }))).toHaveSent({
          to: "ada@example.com",
          times: 2
        })
      })
    ).toBe(
      [
        'Expected the mailbox to contain 2 mails with { to: "ada@example.com" }.',
        "It contains 2 mails, 1 as expected:",
        "",
        '1. to ada@example.com from shop@example.com: "Welcome, Ada" (as expected)',
        '2. to bob@example.com from shop@example.com: "Welcome, Ada"',
        '   to: "bob@example.com", expected "ada@example.com"'
      ].join("\n")
    )
  })

  it("says what is there that should not be", () => {
    expect(
      messageOf(() => {
        expect(mailboxWith(mail())).not.toHaveSent({ to: /ada/ })
      })
    ).toBe(
      [
        "Expected the mailbox to contain no mail with { to: /ada/ }.",
        "It contains 1 mail, 1 as expected:",
        "",
        '1. to ada@example.com from shop@example.com: "Welcome, Ada" (as expected)'
      ].join("\n")
    )
    expect(
      messageOf(() => {
        expect(mailboxWith()).not.toHaveSent({ times: 0 })
      })
    ).toBe("Expected the mailbox to contain any number of mails but no mail.\nIt contains no mail.")
  })

  it("shortens long texts and lists of many mails", () => {
    const mails = Array.from({ length: 12 }, () => mail({ html: "x".repeat(400) }))
    const lines = messageOf(() => {
      expect(mailboxWith(...mails)).toHaveSent({ html: "y" })
    }).split("\n")
    expect(lines).toHaveLength(3 + 10 * 2 + 1)
    expect(lines[4]).toBe(`   html: "${"x".repeat(299)}… (402 characters), expected "y"`)
    expect(lines.at(-1)).toBe("… and 2 mails more")
  })
})

describe("the type of toHaveSent", () => {
  it("takes what a mail has, and nothing else", () => {
    const mailbox = mailboxWith(mail())
    expectTypeOf(expect(mailbox).toHaveSent).parameter(0).toEqualTypeOf<ExpectedSent | undefined>()
    expect(() => {
      // @ts-expect-error a mail has no such field
      expect(mailbox).not.toHaveSent({ to: "bob@example.com", colour: "red" })
    }).toThrow("colour")
    expect(() => {
      // @ts-expect-error a number is no subject
      expect(mailbox).toHaveSent({ subject: 7 })
    }).toThrow()
  })

  it("takes asymmetric matchers, which Vitest types as anything", () => {
    expect(mailboxWith(mail())).toHaveSent({
      to: expect.any(String),
      subject: expect.stringMatching(/Ada/)
    })
  })
})
