import { describe, expect, it } from "vitest"
import { sqliteUrl } from "./databases.js"
import { bodies, renderings, sources } from "./templateBombs.js"
import { startMailingServer } from "./templateServer.js"

/** An answer of a preview. */
interface Previewed {
  readonly errors: ReadonlyArray<string>
}

describe("templates that would never end", () => {
  it("are reported so, and others are answered meanwhile", async () => {
    const { client } = await startMailingServer(await sqliteUrl())
    for (const [name, html] of renderings) {
      const { status } = await client.post("/templates", {
        id: name.replaceAll(" ", "-"),
        name,
        subject_template: "S",
        html
      })
      expect([name, status]).toEqual([name, 201])
    }
    // Another request goes out with each, and is answered.
    const post = async (path: string, body: unknown) => {
      const [answer, other] = await Promise.all([client.post(path, body), client.get("/emails")])
      expect(other.status).toBe(200)
      return answer
    }
    const previewOf = async (name: string, body: object) => {
      const { body: previewed, status } = await post("/templates/preview", body)
      expect([name, status]).toEqual([name, 200])
      expect([name, (previewed as Previewed).errors]).not.toEqual([name, []])
    }
    const refused = async (name: string, path: string, body: object) => {
      const { status } = await post(path, body)
      expect([name, status]).toEqual([name, 400])
    }
    for (const [name, source] of sources) {
      await refused(name, "/templates", { id: "bomb", name, subject_template: "S", ...source })
      await previewOf(name, source)
    }
    for (const [name, html, data] of renderings) {
      const template_id = name.replaceAll(" ", "-")
      await refused(name, "/emails/send", { to: "ada@example.com", template_id, data })
      await previewOf(name, { html, data })
    }
    for (const [name, body] of bodies) {
      await refused(name, "/templates", {
        id: "bomb",
        name,
        subject_template: "S",
        html: "<p>",
        ...body,
        ...("design_json" in body ? { html: undefined } : {})
      })
      await refused(name, "/templates/preview", body)
    }
    const { body, status } = await client.post("/templates/preview", {
      html: "Hello {{name}}",
      data: { name: "Ada" }
    })
    expect([status, (body as { readonly html: string }).html]).toEqual([200, "Hello Ada"])
  })
})

const beyondTheData = [
  "{{constructor.name}}",
  "{{__proto__}}",
  '{{lookup this "constructor"}}',
  "{{name.constructor}}",
  "{{toString}}",
  '{{#with (lookup name "constructor")}}{{this}}{{/with}}',
  "{{name.__proto__.length}}"
]

describe("what reaches beyond the data", () => {
  it("is empty", async () => {
    const { client } = await startMailingServer(await sqliteUrl())
    for (const html of beyondTheData) {
      const { body, status } = await client.post("/templates/preview", {
        html,
        data: { name: "Ada" }
      })
      expect([html, status, (body as { readonly html: string }).html]).toEqual([html, 200, ""])
    }
  })
})
