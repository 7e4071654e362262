import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, NotFound, type Telemark, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark

const detailsOf = (promise: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> =>
  promise.then(
    () => ({}),
    (error: unknown) => (error instanceof ValidationFailed ? error.details : { thrown: error })
  )

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>"
  })
})

afterAll(() => telemark.close())

const subjectOf = async (request: {
  readonly template_id: string
  readonly locale?: string
}): Promise<string> => {
  const { queued } = await telemark.emails.send({ to: "ada@example.com", ...request })
  return (await telemark.emails.get(queued[0]?.id ?? "")).subject
}

describe("a preview", () => {
  it("finds the language in any case", async () => {
    const preview = await telemark.templates.preview({
      html: "Hello",
      locales: { "de-at": { html: "Servus" } },
      locale: "DE-AT"
    })
    expect(preview).toMatchObject({ html: "Servus", errors: [] })
  })

  it("reports languages that a save would refuse", async () => {
    const { errors } = await telemark.templates.preview({
      html: "Hello",
      locales: { "not a tag": { html: "x" }, de: { html: "y" }, DE: { html: "z" } }
    })
    expect(errors).toEqual([
      "locales.not a tag: must be a language tag such as de or de-AT",
      "locales.DE: must be given once"
    ])
  })

  it("reports, as a save does, MJML that would lose text", async () => {
    const mjml_source =
      "<mjml><mj-body><mj-section><mj-column>\n<mj-text>Your code is {{code}}</mj-txt>\n</mj-column></mj-section></mj-body></mjml>"
    const reason = "line 2: </mj-txt> doesn't close the mj-text of line 2; write </mj-text>"
    expect(await telemark.templates.preview({ mjml_source, data: { code: 42 } })).toMatchObject({
      html: "",
      errors: [`mjml_source: ${reason}`]
    })
    expect(
      await detailsOf(
        telemark.templates.create({ id: "code", name: "Code", subject_template: "S", mjml_source })
      )
    ).toEqual({ mjml_source: [reason] })
  })

  it("shows the parts that are right beside those that are wrong", async () => {
    const design_json = {
      schema_version: 1,
      blocks: Array.from({ length: 190 }, () => ({
        id: "h",
        type: "heading",
        text: "",
        level: 9,
        align: "left"
      }))
    }
    const preview = await telemark.templates.preview({
      design_json,
      subject_template: "Good {{day}}",
      text_body: "x".repeat(262_145),
      data: { day: "day" }
    })
    expect(preview.subject).toBe("Good day")
    expect(preview.errors.some((error) => error.startsWith("design_json.blocks.0.level: "))).toBe(
      true
    )
    expect(preview.errors.some((error) => error.startsWith("text_body: "))).toBe(true)
  })

  it("reports each limit of a design as a problem, and refuses what is no design at all", async () => {
    const { errors } = await telemark.templates.preview({
      design_json: { schema_version: 2, blocks: [] }
    })
    expect(errors).toEqual(["design_json.schema_version: must be 1"])
    expect(
      await detailsOf(telemark.templates.preview({ design_json: [] as never }))
    ).toHaveProperty("design_json")
  })

  it("reports a mail that would be too large to send", async () => {
    const { errors } = await telemark.templates.preview({
      html: "{{text}}",
      subject_template: "{{text}}",
      data: { text: "é".repeat(600_000) }
    })
    expect(errors).toEqual(["data: makes a subject of more than 998 characters"])
  })
})

describe("a save", () => {
  it("takes an empty text for none, and refuses html that is empty", async () => {
    const { data: before } = await telemark.templates.list()
    expect(
      await detailsOf(
        telemark.templates.create({ id: "empty", name: "E", subject_template: "S", html: "" })
      )
    ).toEqual({ html: ["must not be empty"] })
    expect((await telemark.templates.list()).data).toEqual(before)
    await telemark.templates.create({
      id: "no-text",
      name: "N",
      subject_template: "S",
      html: "<p>Hi",
      text_body: "",
      locales: { de: { html: "<p>Hallo", text_body: "" } }
    })
    expect(await telemark.templates.get("no-text")).toMatchObject({
      text_body: null,
      locales: { de: { text_body: null } }
    })
  })

  it("reports what is wrong with a request before conflicts with what is stored", async () => {
    await telemark.templates.create({ id: "there", name: "T", subject_template: "S", html: "<p>" })
    const both = {
      id: "there",
      name: "T",
      subject_template: "S",
      html: "<p>",
      mjml_source: "<mjml>"
    }
    expect(await detailsOf(telemark.templates.create(both))).toEqual({
      html: ["can't be combined with mjml_source or design_json: give one of them"]
    })
    expect(
      await detailsOf(telemark.templates.create({ id: "there", name: "T", subject_template: "S" }))
    ).toHaveProperty("body")
  })

  it("reports where in which language something is wrong", async () => {
    const locales = { de: { html: "{{#if}}" }, "fr-CA": { subject_template: "{{> x}}" } }
    const details = await detailsOf(
      telemark.templates.create({
        id: "langs",
        name: "L",
        subject_template: "S",
        html: "<p>",
        locales
      })
    )
    expect(Object.keys(details)).toEqual(["locales.de.html", "locales.fr-CA.subject_template"])
  })

  it("keeps the design beside MJML until another source comes", async () => {
    const mjml_source =
      "<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>"
    const design_json = { schema_version: 1 as const, blocks: [] }
    await telemark.templates.create({
      id: "editor",
      name: "E",
      subject_template: "S",
      mjml_source,
      design_json
    })
    expect(await telemark.templates.get("editor")).toMatchObject({
      mjml_source,
      design_json,
      html: null
    })
    await telemark.templates.update("editor", { subject_template: "T" })
    expect(await telemark.templates.get("editor")).toMatchObject({ mjml_source, design_json })
    await telemark.templates.update("editor", { html: "<p>" })
    expect(await telemark.templates.get("editor")).toMatchObject({
      mjml_source: null,
      design_json: null,
      html: "<p>"
    })
  })

  it("falls back from a language that was taken away", async () => {
    await telemark.templates.create({
      id: "fall",
      name: "F",
      subject_template: "en",
      html: "<p>",
      locales: { de: { subject_template: "de" }, "de-AT": { subject_template: "at" } }
    })
    expect(await subjectOf({ template_id: "fall", locale: "de-at" })).toBe("at")
    await telemark.templates.update("fall", { locales: { "DE-AT": null } })
    expect(await subjectOf({ template_id: "fall", locale: "de-at" })).toBe("de")
    await telemark.templates.update("fall", { locales: { de: null } })
    expect(await subjectOf({ template_id: "fall", locale: "de-at" })).toBe("en")
  })

  it("of a template with very many variables and languages is kept or refused like any other", async () => {
    const tags = (prefix: string) =>
      Array.from({ length: 1900 }, (_, index) => `{{${prefix}${String(index % 490)}}}`).join("")
    const locales = Object.fromEntries(
      Array.from({ length: 3 }, (_, index) => [
        `x${String.fromCharCode(97 + index)}`,
        { html: tags("v"), text_body: tags("v") }
      ])
    )
    await telemark.templates.create({
      id: "heavy",
      name: "H",
      subject_template: "S",
      html: tags("v"),
      locales
    })
    expect(await telemark.templates.update("heavy", { name: "Renamed" })).toMatchObject({
      id: "heavy",
      version: 2
    })
    expect(await detailsOf(telemark.templates.update("heavy", { html: tags("other") }))).toEqual({
      body: ["must use at most 500 variables in all languages together"]
    })
  })
})

describe("odd names and texts", () => {
  const base = { id: "odd", name: "O", subject_template: "S", html: "<p>" }
  const parsed = (json: string) => JSON.parse(json) as never

  it.each([
    ["a variable with NUL in its name", { variables: { "a\0": "x" } }, "variables"],
    [
      "a variable with half a surrogate in its name",
      { variables: { "a\ud800": "x" } },
      "variables"
    ],
    ["a variable called __proto__", { variables: parsed('{"__proto__":"x"}') }, "variables"],
    ["a language called __proto__", { locales: parsed('{"__proto__":{"html":"x"}}') }, "locales"],
    [
      "501 variables",
      {
        variables: Object.fromEntries(
          Array.from({ length: 501 }, (_, at) => [`v${String(at)}`, ""])
        )
      },
      "variables"
    ],
    [
      "half a surrogate in a block",
      {
        html: undefined,
        design_json: {
          schema_version: 1,
          blocks: [{ id: "t", type: "text", align: "left", html: "x\ud800y" }]
        }
      },
      "design_json.blocks.0.html"
    ]
  ])("are refused: %s", async (_, change, path) => {
    expect(
      Object.keys(await detailsOf(telemark.templates.create({ ...base, ...change } as never)))
    ).toEqual([path])
  })

  it("of very great length are not repeated", async () => {
    const details = await detailsOf(
      telemark.templates.create({ ...base, locales: { ["a".repeat(1_000_000)]: { html: "x" } } })
    )
    expect(JSON.stringify(details).length).toBeLessThan(300)
  })
})

describe("languages that are added at the same time", () => {
  it("are 50 at most", async () => {
    await telemark.templates.create({ id: "many", name: "M", subject_template: "S", html: "<p>" })
    const tags = Array.from(
      { length: 60 },
      (_, index) => `q${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`
    )
    const outcomes = await Promise.all(
      tags.map((tag) =>
        detailsOf(
          telemark.templates.update("many", { locales: { [tag]: { subject_template: tag } } })
        )
      )
    )
    expect(outcomes.filter((details) => "locales" in details)).toHaveLength(10)
    expect(Object.keys((await telemark.templates.get("many")).locales)).toHaveLength(50)
  })
})

describe("an id that no template can have", () => {
  it.each(["a\0b", "\ud800", "", "a/b", "preview", "x".repeat(51), "__proto__"])(
    "is not found: %j",
    async (id) => {
      const { templates } = telemark
      const calls = [
        templates.get(id),
        templates.update(id, {}),
        templates.restore(id, { version: 1 }),
        templates.deactivate(id),
        templates.versions(id),
        templates.version(id, 1)
      ]
      for (const call of calls)
        expect(
          await call.then(
            () => undefined,
            (error: unknown) => error
          )
        ).toBeInstanceOf(NotFound)
    }
  )
})

describe("an address in a design that data begins", () => {
  it("refuses the send where it is that of a script, and is as it was in the mail where it isn't", async () => {
    const blocks = [
      { id: "b", type: "button", label: "Open", href: "{{url}}", align: "left" }
    ] as const
    await telemark.templates.create({
      id: "addressed",
      name: "A",
      subject_template: "S",
      design_json: { schema_version: 1, blocks }
    })
    const send = (url: string) =>
      telemark.emails.send({ to: "ada@example.com", template_id: "addressed", data: { url } })
    expect(await detailsOf(send("javascript:alert(1)"))).toEqual({
      data: [
        "the template's html has a link whose address, with this data, begins with something other than http, https, mailto or tel; correct that address"
      ]
    })
    const { queued } = await send("https://x.example/a?b=1&c=2")
    await telemark.deliverDue()
    expect((await telemark.inbox.get(queued[0]?.id ?? "")).links).toEqual([
      "https://x.example/a?b=1&c=2"
    ])
  })
})
