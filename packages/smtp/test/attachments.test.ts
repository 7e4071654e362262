import { compose, readMail } from "@telemark/smtp"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeBody, makeFile, makeMessage, makeMessageWith, parse, sourceOf } from "./support.js"

const html = '<p>Hello <img src="cid:logo"></p>'
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
const logo = makeFile("logo.png", png, { content_id: "logo" })
const invoice = makeFile("invoice.pdf", "%PDF-1.7 ...")

const calendar = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n"
const invite = makeFile("invite.ics", calendar, {
  content_type: 'text/calendar; method=REQUEST; component="VEVENT"'
})

/** The parts of a mail, by type and depth, as they stand in it. */
const outlineOf = (source: string): ReadonlyArray<string> => {
  const open: Array<string> = []
  return source.split("\r\n").flatMap((line) => {
    const boundary = /^ boundary="(.*)"$/.exec(line)?.[1]
    if (boundary !== undefined) open.push(boundary)
    if (line === `--${open.at(-1) ?? ""}--`) open.pop()
    const type = /^Content-Type: ([^;]*)/.exec(line)?.[1]
    return type === undefined ? [] : [`${" ".repeat(open.length)}${type}`]
  })
}

const fieldsOf = (source: string, type: string): string => {
  const start = source.indexOf(`\r\nContent-Type: ${type}`)
  return source.slice(start + 2, source.indexOf("\r\n\r\n", start))
}

describe("a mail with files", () => {
  it.each([
    [
      "beside text",
      { html: null, text: "Hello" },
      [invoice],
      ["multipart/mixed", " text/plain", " application/pdf"]
    ],
    [
      "beside html",
      { html, text: null },
      [invoice],
      [
        "multipart/mixed",
        " multipart/alternative",
        "  text/plain",
        "  text/html",
        " application/pdf"
      ]
    ],
    [
      "that the html names",
      { html, text: null },
      [logo],
      ["multipart/alternative", " text/plain", " multipart/related", "  text/html", "  image/png"]
    ],
    [
      "of both kinds",
      { html, text: null },
      [invoice, logo, makeFile("b.txt", "b")],
      [
        "multipart/mixed",
        " multipart/alternative",
        "  text/plain",
        "  multipart/related",
        "   text/html",
        "   image/png",
        " application/pdf",
        " text/plain"
      ]
    ],
    [
      "that the html names, with nothing to be read",
      { html: '<img src="cid:logo">', text: null },
      [logo],
      ["multipart/related", " text/html", " image/png"]
    ],
    [
      "beside html with nothing to be read",
      { html: "<p></p>", text: null },
      [invoice],
      ["multipart/mixed", " text/html", " application/pdf"]
    ],
    [
      "that invites",
      { html, text: null },
      [invoice, logo, invite],
      [
        "multipart/mixed",
        " multipart/alternative",
        "  text/plain",
        "  multipart/related",
        "   text/html",
        "   image/png",
        "  text/calendar",
        " application/pdf",
        " application/ics"
      ]
    ],
    [
      "that invites beside text, twice",
      { html: null, text: "Hello" },
      [invite, { ...invite, filename: "other.ics" }],
      [
        "multipart/mixed",
        " multipart/alternative",
        "  text/plain",
        "  text/calendar",
        " application/ics",
        " text/calendar"
      ]
    ],
    [
      "that is a calendar, but invites to nothing",
      { html: null, text: "Hello" },
      [{ ...invite, content_type: "text/calendar" }],
      ["multipart/mixed", " text/plain", " text/calendar"]
    ],
    [
      "with an id where no html could name it",
      { html: null, text: "Hello" },
      [logo],
      ["multipart/mixed", " text/plain", " image/png"]
    ]
  ])("%s is made of these parts", (_, body, files, outline) => {
    expect(outlineOf(sourceOf(makeMessageWith(files, body)))).toStrictEqual(outline)
  })

  it("has them as they were, in another's parser", async () => {
    const octets = Uint8Array.from({ length: 100_000 }, (_, index) => index * 7)
    const mail = await parse(
      sourceOf(makeMessageWith([invoice, logo, makeFile("data.bin", octets)], { html, text: null }))
    )
    expect(mail.html?.trimEnd()).toBe(html)
    expect(
      mail.attachments.map(({ contentId, disposition, filename, mimeType, related }) => ({
        contentId,
        disposition,
        filename,
        mimeType,
        related
      }))
    ).toStrictEqual([
      {
        contentId: "<logo>",
        disposition: "inline",
        filename: "logo.png",
        mimeType: "image/png",
        related: true
      },
      {
        contentId: undefined,
        disposition: "attachment",
        filename: "invoice.pdf",
        mimeType: "application/pdf",
        related: undefined
      },
      {
        contentId: undefined,
        disposition: "attachment",
        filename: "data.bin",
        mimeType: "application/octet-stream",
        related: undefined
      }
    ])
    expect(
      mail.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
    ).toStrictEqual([png, Buffer.from(invoice.content), Buffer.from(octets)])
  })

  it.each([
    0,
    1,
    2,
    3,
    56,
    57,
    58,
    113,
    114,
    115,
    32 * 1024,
    32 * 1024 + 1,
    57 * 4096 - 1,
    57 * 4096,
    57 * 4096 + 1,
    600_000
  ])("writes %i octets as base64 in lines of 76 characters", async (size) => {
    const octets = Buffer.from(
      Uint8Array.from({ length: size }, (_, index) => index * 31 + (index >> 8))
    )
    const source = sourceOf(makeMessageWith([makeFile("a.bin", octets)]))
    const mail = await parse(source)
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(octets)).toBe(true)
    const encoded = source
      .slice(source.lastIndexOf("\r\n\r\n") + 4, source.lastIndexOf("\r\n--"))
      .split("\r\n")
    expect(encoded.join("")).toBe(octets.toString("base64"))
    expect(encoded.slice(0, -1).every((line) => line.length === 76)).toBe(true)
    expect(encoded.at(-1)?.length).toBeLessThanOrEqual(76)
  })

  it("is the same bytes each time, also from another copy of the message", () => {
    const message = makeMessageWith([invoice, logo, makeFile("Rechnung für Ада.pdf", "x")], {
      html,
      text: null
    })
    expect(sourceOf(structuredClone(message))).toBe(sourceOf(message))
  })

  it("caches none of their contents: another message of the send is written from its own copy", () => {
    const message = makeMessageWith([makeFile("a.bin", new Uint8Array(100_000))])
    const first = compose(message)
    const copy = new Uint8Array(100_000)
    const second = compose({ ...message, attachments: [makeFile("a.bin", copy)] })
    const octetsOf = (mail: typeof first) =>
      mail?.body.flatMap((piece) => (typeof piece === "string" ? [] : [piece.octets]))
    expect(octetsOf(first)).toStrictEqual(octetsOf(second))
    expect(octetsOf(second)?.[0]).toBe(copy)
  })

  it.each([
    ["one is missing", [invoice]],
    ["one is of another size", [invoice, { ...logo, content: png.subarray(1) }]],
    ["there is one too many", [invoice, logo, logo]]
  ])("can't be composed if %s", (_, files) => {
    expect(
      compose({ ...makeMessageWith([invoice, logo], { html }), attachments: files })
    ).toBeUndefined()
  })

  it("without files is unchanged", () => {
    expect(sourceOf(makeMessage({ body: makeBody({ html: "<p>x</p>", text: "x" }) }))).toContain(
      'boundary="=_body_0199a0b0c0d07000800000000000000a"\r\n\r\n--=_body_'
    )
  })
})

describe("the type of a file", () => {
  it.each([
    ["invoice.pdf", null, "application/pdf"],
    ["photo.JPG", null, "image/jpeg"],
    ["table.xlsx", null, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["archive.tar.gz", null, "application/x-gzip"],
    ["nothing-known.zzz", null, "application/octet-stream"],
    ["README", null, "application/octet-stream"],
    [
      "event.bin",
      'text/calendar; component=VEVENT; charset="utf-8"',
      "text/calendar;\r\n component=VEVENT;\r\n charset=utf-8"
    ],
    ["a.csv", null, "text/csv;\r\n charset=utf-8"],
    [
      "a.bin",
      "Text/Plain; name=other; Format=Flowed",
      "text/plain;\r\n format=Flowed;\r\n charset=utf-8"
    ],
    ["a.pdf", "nonsense", "application/pdf"],
    ["a.pdf", "text/html\r\nBcc: evil@example.com", "application/pdf"],
    ["a.pdf", 'text/html; a="\r\nBcc: evil@example.com"', "application/pdf"],
    ["a.pdf", "text/html; a*0=b", "application/pdf"],
    ["a.zip", "multipart/mixed; boundary=x", "application/octet-stream"],
    ["a.b", 'application/x; title="a \\"b\\""', 'application/x;\r\n title="a \\"b\\""']
  ])("%s of type %j is sent as %j", (filename, content_type, expected) => {
    const source = sourceOf(makeMessageWith([makeFile(filename, "abc", { content_type })]))
    const fields = source.slice(source.lastIndexOf("\r\nContent-Type: ") + 16)
    expect(fields.slice(0, fields.indexOf(";\r\n name"))).toBe(expected)
  })

  it("has no charset where text isn't in UTF-8", () => {
    expect(sourceOf(makeMessageWith([makeFile("a.csv", Uint8Array.of(0x67, 0xfc))]))).toContain(
      'Content-Type: text/csv;\r\n name="a.csv"\r\n'
    )
  })
})

describe("an invitation", () => {
  it("is in the mail as an alternative with its method, and as a file that no program reads", () => {
    const source = sourceOf(makeMessageWith([invite], { html, text: "Hello" }))
    expect(source).toContain(
      [
        "",
        "Content-Type: text/calendar;",
        " method=REQUEST;",
        " component=VEVENT;",
        " charset=utf-8",
        "Content-Transfer-Encoding: 7bit",
        "",
        calendar
      ].join("\r\n")
    )
    expect(fieldsOf(source, "application/ics")).toBe(
      'Content-Type: application/ics;\r\n name="invite.ics"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment;\r\n filename="invite.ics"'
    )
  })

  it.each([
    ["in ASCII", calendar],
    ["beyond ASCII", calendar.replace("REQUEST", "REQUEST\r\nX:Grüße")],
    ["with LF at its line ends", calendar.replaceAll("\r\n", "\n")]
  ])("is one file of a captured mail, octet for octet: %s", async (_, content) => {
    const files = [
      invoice,
      { ...invite, content: Buffer.from(content), size: Buffer.byteLength(content) }
    ]
    const mail = await Effect.runPromise(
      readMail(Buffer.from(sourceOf(makeMessageWith(files, { html, text: "Hello" }))))
    )
    expect(
      mail.attachments.map(({ content, filename }) => [filename, Buffer.from(content).toString()])
    ).toEqual([
      ["invoice.pdf", "%PDF-1.7 ..."],
      ["invite.ics", content]
    ])
  })
})

describe("a message as a file", () => {
  const inner = "From: a@example.com\r\nSubject: x\r\n\r\n.dot\r\n=20\r\n"

  it.each([
    ["as it is", inner, inner],
    ["with CRLF for other line ends", inner.replaceAll("\r\n", "\n"), inner],
    ["without a line end at its end", inner.trimEnd(), inner.trimEnd()]
  ])("goes unencoded, %s", async (_, content, expected) => {
    const source = sourceOf(makeMessageWith([makeFile("mail.eml", content)]))
    expect(fieldsOf(source, "message/rfc822")).toContain("Content-Transfer-Encoding: 7bit")
    const mail = await parse(source)
    expect(mail.attachments[0]).toMatchObject({ filename: "mail.eml", mimeType: "message/rfc822" })
    expect(source).toContain(`\r\n\r\n${expected}\r\n--=_${makeBody().id}.m--\r\n`)
  })

  it("goes unencoded in any length", () => {
    const large = `Subject: x\n\n${"A line of text that is here to be long.\n".repeat(40_000)}.\n`
    const source = sourceOf(makeMessageWith([makeFile("mail.eml", large)]))
    expect(source).toContain(`\r\n\r\n${large.replaceAll("\n", "\r\n")}\r\n--=_`)
  })

  it.each([
    ["letters beyond ASCII", "Subject: x\r\n\r\nGrüße"],
    ["lines that are too long", `Subject: x\r\n\r\n${"x".repeat(999)}`],
    ["NUL", "Subject: x\r\n\r\n\0"],
    ["a CR that ends no line", "Subject: x\r\n\r\na\rb"],
    ["the boundary", `Subject: x\r\n\r\n--=_${makeBody().id}.m--\r\n`]
  ])("is sent as a mere file if it contains %s", async (_, content) => {
    const source = sourceOf(makeMessageWith([makeFile("mail.eml", content)]))
    expect(fieldsOf(source, "application/octet-stream")).toContain(
      "Content-Transfer-Encoding: base64"
    )
    const mail = await parse(source)
    expect(mail.attachments[0]?.filename).toBe("mail.eml")
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe(content)
  })

  it.each([
    ["message/delivery-status", "7bit"],
    ["message/global", "base64"]
  ])("of type %s is sent as %s", (content_type, encoding) => {
    expect(
      fieldsOf(
        sourceOf(makeMessageWith([makeFile("a", "Action: failed\r\n", { content_type })])),
        content_type
      )
    ).toContain(`Content-Transfer-Encoding: ${encoding}`)
  })
})

describe("the name of a file", () => {
  it.each([
    ["invoice.pdf", 'filename="invoice.pdf"'],
    ["my invoice (2).pdf", 'filename="my invoice (2).pdf"'],
    [
      "Rechnung für März.pdf",
      "filename*0*=utf-8''Rechnung%20f%C3%BCr%20M%C3%A4rz.pdf;\r\n filename=\"Rechnung fur Marz.pdf\""
    ],
    ["請求書.pdf", "filename*0*=utf-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf;\r\n filename=\"___.pdf\""],
    ['a"b.pdf', "filename*0*=utf-8''a%22b.pdf;\r\n filename=\"a_b.pdf\""],
    [
      "=?utf-8?Q?x?=.pdf",
      "filename*0*=utf-8''%3D%3Futf-8%3FQ%3Fx%3F%3D.pdf;\r\n filename=\"__utf-8_Q_x__.pdf\""
    ],
    ["a\r\nBcc: x@example.com", 'filename="a Bcc: x@example.com"'],
    ["../../etc/passwd", 'filename=".._.._etc_passwd"'],
    [" \n ", 'filename="attachment"']
  ])("%j is written as %j", (filename, expected) => {
    expect(sourceOf(makeMessageWith([makeFile(filename, "x")]))).toContain(
      `Content-Disposition: attachment;\r\n ${expected}\r\n\r\n`
    )
  })
})

describe("the content-id of a file", () => {
  it.each(["logo", "<logo>", "logo.png", "image001.png@01DA.example", "a/b"])(
    "%s is in angle brackets",
    (content_id) => {
      expect(sourceOf(makeMessageWith([{ ...logo, content_id }], { html }))).toContain(
        `\r\nContent-ID: <${content_id.replace(/[<>]/g, "")}>\r\n`
      )
    }
  )

  it.each(["", "a b", "a>\r\nBcc: x@example.com", "a\0", "bücher", "a>b", "x".repeat(256)])(
    "can't be %j",
    (content_id) => {
      expect(compose(makeMessageWith([{ ...logo, content_id }], { html }))).toBeUndefined()
    }
  )
})
