import type { Starter, StarterSummary, Template, TemplatePreview } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { databases, sqliteUrl } from "./databases.js"
import { startMailingServer } from "./templateServer.js"

const mjml = (inside: string): string =>
  `<mjml><mj-body><mj-section><mj-column>${inside}</mj-column></mj-section></mj-body></mjml>`
const welcome = {
  id: "welcome",
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: mjml("<mj-text>Hello {{name}} &amp; all</mj-text>"),
  variables: { name: "friend" }
}

describe.each(databases)("a template on %s", (_, makeUrl) => {
  it("is made, looked at, sent, changed, restored, deactivated and revived", async () => {
    const { client, mailOf } = await startMailingServer(await makeUrl())

    const created = await client.post("/templates", welcome)
    expect(created).toMatchObject({
      status: 201,
      body: { id: "welcome", status: "created", variables: { name: "friend" }, warnings: [] }
    })
    expect(await client.post("/templates", welcome)).toMatchObject({
      status: 409,
      body: { error: "template_exists" }
    })

    const first = await mailOf({ template_id: "welcome", data: { name: "<Ada>" } })
    expect(first.subject).toBe("Welcome, <Ada>")
    expect(first.html).toContain("Hello &lt;Ada&gt; &amp; all")
    expect(first.text?.trim()).toBe("Hello <Ada> & all")
    expect((await mailOf({ template_id: "welcome" })).subject).toBe("Welcome, friend")

    const updated = await client.put("/templates/welcome", {
      subject_template: "Hi {{name}}",
      text_body: "Plain {{name}}"
    })
    expect(updated).toMatchObject({
      status: 200,
      body: { id: "welcome", version: 2, status: "updated" }
    })
    const second = await mailOf({ template_id: "welcome", data: { name: "A & B" } })
    expect([second.subject, second.text?.trim()]).toEqual(["Hi A & B", "Plain A & B"])
    expect(second.html).toContain("Hello A &amp; B")

    const log = await client.get<{ readonly data: ReadonlyArray<{ readonly id: string }> }>(
      "/emails?limit=1"
    )
    expect(await client.email(log.body.data[0]?.id ?? "")).toMatchObject({
      template_id: "welcome",
      template_version: 2,
      subject: "Hi A & B"
    })

    expect(await client.post("/templates/welcome/restore", { version: 1 })).toMatchObject({
      status: 200,
      body: { version: 3 }
    })
    const restored = await mailOf({ template_id: "welcome" })
    expect([restored.subject, restored.text?.trim()]).toEqual([
      "Welcome, friend",
      "Hello friend & all"
    ])
    const versions = await client.get<{
      readonly data: ReadonlyArray<{ readonly version: number }>
    }>("/templates/welcome/versions")
    expect(versions.body.data.map(({ version }) => version)).toEqual([3, 2, 1])
    expect((await client.get("/templates/welcome/versions/2")).body).toMatchObject({
      subject_template: "Hi {{name}}",
      version: 2
    })

    expect(await client.remove("/templates/welcome")).toMatchObject({
      status: 200,
      body: { id: "welcome", status: "deactivated" }
    })
    expect(await client.remove("/templates/welcome")).toMatchObject({ status: 200 })
    expect(
      await client.post("/emails/send", { to: "ada@example.com", template_id: "welcome" })
    ).toMatchObject({
      status: 400,
      body: { details: { template_id: ["is not an active template"] } }
    })
    expect((await client.put("/templates/welcome", { name: "N" })).status).toBe(404)

    expect(
      (await client.post("/templates", { ...welcome, subject_template: "Back, {{name}}" })).status
    ).toBe(201)
    expect((await client.get<Template>("/templates/welcome")).body).toMatchObject({
      version: 4,
      active: true
    })
    expect((await mailOf({ template_id: "welcome" })).subject).toBe("Back, friend")
  })

  it("takes every save of many that come at once, each as a version", async () => {
    const { client } = await startMailingServer(await makeUrl())
    await client.post("/templates", welcome)
    const tags = Array.from({ length: 12 }, (_, index) => `d${String.fromCharCode(97 + index)}`)
    const answers = await Promise.all(
      tags.map((tag) =>
        client.put("/templates/welcome", {
          locales: { [tag]: { subject_template: `${tag} {{name}}` } }
        })
      )
    )
    const made = answers.map(({ body }) => (body as { readonly version: number }).version)
    expect([...made].sort((a, b) => a - b)).toEqual(tags.map((_, index) => index + 2))
    const { locales } = (await client.get<Template>("/templates/welcome")).body
    expect(Object.keys(locales).sort()).toEqual([...tags].sort())
  })

  it("speaks the language of the send", async () => {
    const { client, mailOf } = await startMailingServer(await makeUrl())
    const locales = {
      de: { subject_template: "Willkommen, {{name}}", html: "<p>Hallo {{name}}</p>" },
      "de-AT": { subject_template: "Servus, {{name}}" }
    }
    const created = await client.post("/templates", {
      ...welcome,
      text_body: "Plain English",
      locales
    })
    expect(created.status).toBe(201)
    const austrian = await mailOf({
      template_id: "welcome",
      locale: "de-at",
      data: { name: "Ada" }
    })
    expect([austrian.subject, austrian.text?.trim()]).toEqual(["Servus, Ada", "Hallo Ada"])
    const french = await mailOf({ template_id: "welcome", locale: "fr", data: { name: "Ada" } })
    expect([french.subject, french.text?.trim()]).toEqual(["Welcome, Ada", "Plain English"])
    await client.put("/templates/welcome", { locales: { de: null } })
    expect((await mailOf({ template_id: "welcome", locale: "de-CH" })).subject).toBe(
      "Welcome, friend"
    )
  })

  it("answers a repeated key with the first result, though it can't be sent any more", async () => {
    const { client } = await startMailingServer(await makeUrl())
    await client.post("/templates", welcome)
    const request = { to: "ada@example.com", template_id: "welcome" }
    const first = await client.send(request, { "idempotency-key": "k" })
    await client.remove("/templates/welcome")
    const again = await client.send(request, { "idempotency-key": "k" })
    expect(again).toMatchObject({
      status: 200,
      body: { idempotent_replay: true, queued: first.body.queued }
    })
    expect((await client.send(request, { "idempotency-key": "other" })).status).toBe(400)
  })
})

/** One block of each kind, and what a mail made of it must say. */
const blocks: ReadonlyArray<
  readonly [kind: string, block: object, inHtml: RegExp, inText: RegExp]
> = [
  [
    "heading",
    { text: "Hello {{name}} & <co>", level: 1, align: "left" },
    /Hello Ada &amp; &lt;co&gt;/,
    /Hello Ada & <co>/
  ],
  [
    "text",
    { html: "<p>Dear <b>{{name}}</b><script>evil()</script></p>", align: "left" },
    /Dear <(b|strong)>Ada/,
    /^Dear Ada$/m
  ],
  [
    "button",
    { label: "Go, {{name}}", href: "{{url}}", align: "center" },
    /href="https:\/\/example\.com\/go"/,
    /Go, Ada \(https:\/\/example\.com\/go\)/
  ],
  [
    "image",
    {
      src: "https://example.com/a.png",
      alt: "A {{name}}",
      align: "center",
      href: "https://example.com/"
    },
    /alt="A Ada"/,
    /A Ada \(https:\/\/example\.com\/\)/
  ],
  ["divider", { color: "#ff0000" }, /#ff0000/, /^\s*-*\s*$/],
  ["spacer", { height: 37 }, /37px/, /^\s*$/],
  [
    "social",
    { align: "center", networks: [{ name: "GitHub", href: "https://github.com/x" }] },
    /https:\/\/github\.com\/x/,
    /GitHub \(https:\/\/github\.com\/x\)/
  ],
  [
    "footer",
    { html: "<p>1 Street</p>", unsubscribeUrl: "{{url}}" },
    /1 Street/,
    /1 Street[^]*https:\/\/example\.com\/go/
  ],
  [
    "columns",
    {
      columns: [
        { blocks: [{ id: "l", type: "text", html: "Left", align: "left" }] },
        { blocks: [{ id: "r", type: "text", html: "Right", align: "left" }] }
      ]
    },
    /Left[^]*Right/,
    /Left\s+Right/
  ]
]

describe("a template of blocks", () => {
  it("becomes a mail, whatever the block", async () => {
    const { client, mailOf } = await startMailingServer(await sqliteUrl())
    for (const [kind, block, inHtml, inText] of blocks) {
      const design_json = { schema_version: 1, blocks: [{ id: "b", type: kind, ...block }] }
      const created = await client.post("/templates", {
        id: kind,
        name: kind,
        subject_template: "S",
        design_json
      })
      expect([kind, created.status]).toEqual([kind, 201])
      const mail = await mailOf({
        template_id: kind,
        data: { name: "Ada", url: "https://example.com/go" }
      })
      expect(mail.html).toMatch(inHtml)
      expect(mail.html).not.toMatch(/<script|evil\(\)|\{\{/)
      // A block without words leaves no text alternative.
      expect(mail.text ?? "").toMatch(inText)

      const preview = (
        await client.post("/templates/preview", { design_json, data: { name: "Ada" } })
      ).body as TemplatePreview
      expect([kind, preview.errors]).toEqual([kind, []])
      const again = await client.post("/templates", {
        id: `${kind}-mjml`,
        name: kind,
        subject_template: "S",
        mjml_source: preview.mjml_source
      })
      expect([kind, again.status]).toEqual([kind, 201])
    }
  })
})

describe("each starter", () => {
  it("is saved and sent unchanged, and reads well as html and as text", async () => {
    const { client, mailOf } = await startMailingServer(await sqliteUrl())
    await client.put("/brand", {
      name: "Nordlys & Co",
      support_email: "help@example.com",
      postal_address: "1 Fjord Street\nOslo"
    })
    const { data } = (
      await client.get<{ readonly data: ReadonlyArray<StarterSummary> }>("/templates/starters")
    ).body
    expect(data.length).toBeGreaterThanOrEqual(10)
    for (const { slug, thumbnail_html } of data) {
      expect(thumbnail_html).toMatch(/<html[^]*Nordlys &amp; Co/)
      expect(thumbnail_html).not.toContain("{{")
      const { category, description, ...starter } = (
        await client.get<Starter>(`/templates/starters/${slug}`)
      ).body
      expect([category, description]).not.toContain("")
      const created = await client.post("/templates", { id: slug, ...starter })
      expect([
        slug,
        created.status,
        (created.body as { readonly warnings: unknown }).warnings
      ]).toEqual([slug, 201, []])

      const mail = await mailOf({ template_id: slug })
      expect(mail.subject).toMatch(/\S/)
      expect(mail.html).toMatch(/<html[^]*<\/html>/)
      expect(mail.html).toContain("Nordlys &amp; Co")
      expect(mail.text).toContain("Nordlys & Co")
      expect(mail.text).toContain("1 Fjord Street")
      for (const said of [mail.subject, mail.html, mail.text])
        expect(said).not.toMatch(/\{\{|\}\}|undefined|\[object/)
      expect(mail.text).not.toMatch(/<\/?[a-z]|&[a-z]+;|\n{4}/)
    }
  })
})
