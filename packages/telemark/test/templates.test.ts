import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { NotFound, type Telemark, createTelemark, TemplateExists, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

const welcome = {
  id: "welcome",
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  html: "<p>Hello {{name}}</p>"
}

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>"
  })
})

afterAll(() => telemark.close())

describe("the templates of an embedded Telemark", () => {
  it("are kept in versions, listed, looked at and restored, as over HTTP", async () => {
    const { templates } = telemark
    expect(await templates.create(welcome)).toMatchObject({
      id: "welcome",
      status: "created",
      version: 1,
      variables: { name: "" }
    })
    expect(await rejection(templates.create(welcome))).toBeInstanceOf(TemplateExists)
    expect(await templates.update("welcome", { subject_template: "Hi, {{name}}" })).toMatchObject({
      id: "welcome",
      status: "updated",
      version: 2
    })
    expect(await templates.get("welcome")).toMatchObject({
      id: "welcome",
      version: 2,
      active: true,
      subject_template: "Hi, {{name}}",
      html: welcome.html
    })
    expect((await templates.list()).data).toMatchObject([{ id: "welcome", version: 2 }])
    expect((await templates.versions("welcome")).data).toMatchObject([
      { version: 2 },
      { version: 1 }
    ])
    expect(await templates.version("welcome", 1)).toMatchObject({
      version: 1,
      subject_template: "Welcome, {{name}}"
    })
    expect(await templates.restore("welcome", { version: 1 })).toMatchObject({
      id: "welcome",
      status: "restored",
      version: 3
    })
    expect(await rejection(templates.get("nowhere"))).toBeInstanceOf(NotFound)
    expect(await rejection(templates.update("welcome", { html: "{{#if}}" }))).toBeInstanceOf(
      ValidationFailed
    )
  })

  it("are sent, and declared for TypeScript", async () => {
    const { queued } = await telemark.emails.send({
      to: "ada@example.com",
      template_id: "welcome",
      data: { name: "Ada" }
    })
    expect(await telemark.emails.get(queued[0]?.id ?? "")).toMatchObject({
      subject: "Welcome, Ada",
      template_id: "welcome",
      template_version: 3
    })
    expect(await telemark.templates.types()).toContain(
      'readonly "welcome": {\n      readonly name: string | number\n    }'
    )
    expect(await telemark.templates.deactivate("welcome")).toEqual({
      id: "welcome",
      status: "deactivated"
    })
    expect(
      await rejection(
        telemark.emails.send({
          to: "ada@example.com",
          template_id: "welcome",
          data: { name: "Ada" }
        })
      )
    ).toBeInstanceOf(ValidationFailed)
  })

  it("are previewed, and begun from starters in the tenant's brand", async () => {
    expect(
      await telemark.templates.preview({ html: welcome.html, data: { name: "<Ada>" } })
    ).toMatchObject({ errors: [], html: "<p>Hello &lt;Ada&gt;</p>" })
    expect(await telemark.brand.update({ name: "Ada's Tea" })).toMatchObject({ name: "Ada's Tea" })
    expect(await telemark.brand.get()).toMatchObject({ name: "Ada's Tea", logo_url: null })
    const {
      data: [first]
    } = await telemark.templates.starters()
    const { mjml_source, name, subject_template, variables } = await telemark.templates.starter(
      first?.slug ?? ""
    )
    expect(
      await telemark.templates.create({
        id: "mine",
        name,
        subject_template,
        mjml_source,
        variables
      })
    ).toMatchObject({ version: 1 })
    expect(await rejection(telemark.templates.starter("nowhere"))).toBeInstanceOf(NotFound)
  })

  it("belong to their tenant", async () => {
    await telemark.tenants.create({ name: "acme" })
    const acme = telemark.tenant("acme")
    expect(await acme.templates.list()).toEqual({ data: [] })
    expect((await acme.brand.get()).name).not.toBe("Ada's Tea")
    expect(await rejection(telemark.tenant("nobody").templates.list())).toBeInstanceOf(NotFound)
  })
})
