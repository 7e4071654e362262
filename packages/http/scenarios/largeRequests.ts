const mebibyte = 1024 * 1024
const many = 99_000
const list = <A>(make: (index: number) => A, count = many): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))
const members = (make: (index: number) => unknown, count = 49_000): object =>
  Object.fromEntries(list((index) => [`k${String(index)}`, make(index)], count))
const long = "a".repeat(14 * mebibyte)
const longUmlauts = "ü".repeat(7 * mebibyte)
const base64 = (octets: number): string => Buffer.alloc(octets, "mail").toString("base64")
const file = (content: string) => ({ filename: "a.bin", content })

const html = { to: "ada@example.com", html: "<p>Hello</p>" }
const mail = (parts: object) => ({ ...html, ...parts })
export const template = { id: "welcome", name: "Welcome", subject_template: "Hello" }
const server = {
  provider: "own",
  host: "mail.example.com",
  port: 587,
  username: "u",
  password: "p"
}

/** These keep all limits, or are only told in the answer what is wrong. */
export const accepted = new Set([
  "a file with two blanks after each pair",
  "a file of blanks alone",
  "a file of 9.9 MiB",
  "50 files of 200 kB",
  "1 MiB of html",
  "1 MiB of html beyond ASCII",
  "1 MiB of text",
  "recipients of a batch",
  "internationalized recipients of a batch",
  "html of a batch",
  "files of a batch",
  "preview html",
  "preview mjml"
])

/** These are refused for what they have too many of, before the rest of them is looked at. */
export const refusedByShape = new Set([
  "header fields",
  "a long header name",
  "tags",
  "metadata",
  "members of data",
  "objects in a list of data",
  "unknown members",
  "objects in a list that isn't known",
  "files",
  "data of a batch",
  "entries of a batch",
  "template variables",
  "template locales",
  "template design",
  "preview data",
  "preview data list",
  "preview design",
  "preview locales"
])

type Row = readonly [cause: string, path: string, body: unknown, method?: string]

const sends: ReadonlyArray<readonly [string, object]> = [
  ["recipients", mail({ to: list((index) => `a${String(index)}@example.com`) })],
  [
    "internationalized recipients",
    mail({ to: list((index) => `a${String(index)}@bücher.example`) })
  ],
  ["wrong recipients", mail({ cc: list(() => 1) })],
  ["cc", mail({ cc: list((index) => `a${String(index)}@example.com`) })],
  ["reply_to", mail({ reply_to: list((index) => `Name <a${String(index)}@example.com>`) })],
  ["a long recipient", mail({ to: long })],
  ["a long recipient beyond ASCII", mail({ to: longUmlauts })],
  ["a long sender", mail({ from: long })],
  ["a long sender of brackets", mail({ from: `${"<".repeat(14 * mebibyte)}a@example.com>` })],
  ["a long sender of blanks", mail({ from: `x${" ".repeat(14 * mebibyte)}x` })],
  ["a long sender of escapes", mail({ from: `"${"\\\\".repeat(3 * mebibyte)}" <a@example.com>` })],
  ["header fields", mail({ headers: members(() => "x") })],
  ["a long header", mail({ headers: { "X-A": long } })],
  ["a long header beyond ASCII", mail({ headers: { "X-A": longUmlauts } })],
  ["a long reply-to header", mail({ headers: { "Reply-To": "a@b.c,".repeat(2 * mebibyte) } })],
  ["a long header name", mail({ headers: { [long]: "x" } })],
  ["tags", mail({ tags: members(() => "x") })],
  ["a long tag", mail({ tags: { a: long } })],
  ["metadata", mail({ metadata: members(() => 1) })],
  ["a list in metadata", mail({ metadata: { a: list(() => 1) } })],
  ["a long text in metadata", mail({ metadata: { a: long } })],
  ["members of data", { to: "ada@example.com", template_id: "welcome", data: members(() => 1) }],
  [
    "objects in a list of data",
    { to: "ada@example.com", template_id: "welcome", data: { a: list(() => ({})) } }
  ],
  [
    "texts in a list of data",
    {
      to: "ada@example.com",
      template_id: "welcome",
      data: { a: list((index) => `text ${String(index)}`) }
    }
  ],
  ["a long text in data", { to: "ada@example.com", template_id: "welcome", data: { a: long } }],
  ["unknown members", mail(members(() => 1))],
  ["objects in a list that isn't known", mail({ x: list(() => ({})) })],
  ["files", mail({ attachments: list(() => ({})) })],
  ["files that are none", mail({ attachments: list(() => 1) })],
  [
    "a file with two blanks after each pair",
    mail({ attachments: [file("YQ  ".repeat(3.5 * mebibyte))] })
  ],
  [
    "a file with a blank after each character",
    mail({ attachments: [file("Y Q = = ".repeat((14 / 8) * mebibyte))] })
  ],
  ["a file of blanks alone", mail({ attachments: [file(" ".repeat(14 * mebibyte))] })],
  [
    "a file in lines",
    mail({ attachments: [file(`${base64(57)}\r\n`.repeat((14 * mebibyte) / 78))] })
  ],
  ["a file that is wrong at its end", mail({ attachments: [file(`${base64(9 * mebibyte)}!`)] })],
  ["a file that is too large", mail({ attachments: [file(base64(10.4 * mebibyte))] })],
  ["a file beyond ASCII", mail({ attachments: [file(longUmlauts)] })],
  ["a file of 9.9 MiB", mail({ attachments: [file(base64(9.9 * mebibyte))] })],
  ["50 files of 200 kB", mail({ attachments: list(() => file(base64(200_000)), 50) })],
  ["a long filename", mail({ attachments: [{ filename: long, content: "" }] })],
  [
    "a long media type",
    mail({ attachments: [{ filename: "a", content: "", content_type: long }] })
  ],
  ["a long content id", mail({ attachments: [{ filename: "a", content: "", content_id: long }] })],
  ["a long html", mail({ html: long })],
  ["a long html beyond ASCII", mail({ html: longUmlauts })],
  ["1 MiB of html", mail({ html: "<p>x</p>\n".repeat(mebibyte / 9) })],
  ["1 MiB of html beyond ASCII", mail({ html: "ü".repeat(mebibyte / 2) })],
  ["1 MiB of text", { to: "ada@example.com", text: "ü".repeat(mebibyte / 2) }],
  ["a long subject", mail({ subject: long })],
  ["a long template_id", { to: "ada@example.com", template_id: long }],
  [
    "a long locale",
    { to: "ada@example.com", template_id: "welcome", locale: "de-".repeat((14 * mebibyte) / 3) }
  ],
  ["a long scheduled_at", mail({ scheduled_at: long })],
  ["a long text of escapes", mail({ subject: "\n".repeat(7 * mebibyte) })]
]

/** Bodies as large as a request may have, each with much of one thing, and where they are sent. */
export const largeRequests: ReadonlyArray<Row> = [
  ...sends.map(([cause, body]): Row => [cause, "/v1/emails/send", body]),
  [
    "recipients of a batch",
    "/v1/emails/batch",
    { emails: list(() => mail({ to: list((index) => `a${String(index)}@example.com`, 900) }), 100) }
  ],
  [
    "internationalized recipients of a batch",
    "/v1/emails/batch",
    {
      emails: list(() => mail({ to: list((index) => `a${String(index)}@bücher.example`, 50) }), 100)
    }
  ],
  [
    "html of a batch",
    "/v1/emails/batch",
    { emails: list(() => mail({ html: "ü".repeat(70_000) }), 100) }
  ],
  [
    "data of a batch",
    "/v1/emails/batch",
    {
      emails: list(
        () => ({ to: "ada@example.com", template_id: "welcome", data: members(() => 1, 900) }),
        100
      )
    }
  ],
  [
    "files of a batch",
    "/v1/emails/batch",
    { emails: list(() => mail({ attachments: [file(base64(100_000))] }), 100) }
  ],
  ["entries of a batch", "/v1/emails/batch", { emails: list(() => ({})) }],
  ["suppression", "/v1/suppressions", { email_address: "a".repeat(0.9 * mebibyte) }],
  [
    "suppression reason",
    "/v1/suppressions",
    { email_address: "ada@example.com", reason: "ü".repeat(0.4 * mebibyte) }
  ],
  [
    "endpoint events",
    "/v1/webhook-endpoints",
    { url: "https://example.com/", events: list(() => "email.sent", 70_000) }
  ],
  [
    "endpoint url",
    "/v1/webhook-endpoints",
    { url: `https://example.com/${"a".repeat(0.9 * mebibyte)}`, events: ["email.sent"] }
  ],
  ["key scopes", "/v1/api-keys", { name: "a", scopes: list(() => "email:send", 70_000) }],
  ["key name", "/v1/api-keys", { name: "ü".repeat(0.4 * mebibyte) }],
  ["domain", "/v1/domains", { domain: "a.".repeat(0.4 * mebibyte) }],
  ["smtp host", "/v1/smtp-config", { ...server, host: "a.".repeat(0.4 * mebibyte) }],
  ["smtp password", "/v1/smtp-config", { ...server, password: "a.".repeat(0.4 * mebibyte) }],
  ["brand", "/v1/brand", { name: "ü".repeat(0.4 * mebibyte) }, "PUT"],
  ["brand color", "/v1/brand", { primary_color: "ü".repeat(0.4 * mebibyte) }, "PUT"],
  ["brand font", "/v1/brand", { font_family: "a ".repeat(0.4 * mebibyte) }, "PUT"],
  ["template html", "/v1/templates", { ...template, html: "ü".repeat(0.4 * mebibyte) }],
  ["template id", "/v1/templates", { ...template, id: "a".repeat(0.9 * mebibyte), html: "x" }],
  [
    "template variables",
    "/v1/templates",
    { ...template, html: "x", variables: members(() => "x") }
  ],
  [
    "template variable",
    "/v1/templates",
    { ...template, html: "x", variables: { a: "x".repeat(0.9 * mebibyte) } }
  ],
  [
    "template variable name",
    "/v1/templates",
    { ...template, html: "x", variables: { ["a".repeat(0.9 * mebibyte)]: "x" } }
  ],
  ["template locales", "/v1/templates", { ...template, html: "x", locales: members(() => null) }],
  [
    "template locale",
    "/v1/templates",
    { ...template, html: "x", locales: { ["de-".repeat(0.3 * mebibyte)]: null } }
  ],
  [
    "template design",
    "/v1/templates",
    {
      ...template,
      design_json: {
        schema_version: 1,
        blocks: list((index) => ({ id: String(index), type: "divider" }), 30_000)
      }
    }
  ],
  [
    "template design text",
    "/v1/templates",
    {
      ...template,
      design_json: {
        schema_version: 1,
        blocks: [{ id: "a", type: "text", align: "left", html: "x".repeat(0.9 * mebibyte) }]
      }
    }
  ],
  ["preview data", "/v1/templates/preview", { html: "x", data: members(() => 1) }],
  ["preview data list", "/v1/templates/preview", { html: "x", data: { a: list(() => ({})) } }],
  [
    "a long text in the data of a preview",
    "/v1/templates/preview",
    { html: "x", data: { a: "ü".repeat(2.2 * mebibyte) } }
  ],
  ["preview html", "/v1/templates/preview", { html: "ü".repeat(0.4 * mebibyte) }],
  ["preview mjml", "/v1/templates/preview", { mjml_source: "<".repeat(0.9 * mebibyte) }],
  [
    "preview design",
    "/v1/templates/preview",
    {
      design_json: {
        schema_version: 1,
        blocks: list((index) => ({ id: String(index), type: "divider" }), 30_000)
      }
    }
  ],
  ["preview locales", "/v1/templates/preview", { html: "x", locales: members(() => null) }]
]
