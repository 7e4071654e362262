import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import type { Part } from "./Part.js"

const welcome = {
  id: "welcome",
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  html: "<p>Good to have you here, {{name}}.</p>"
}

export const templates: Part = ({ api }) =>
  describe("templates", () => {
    it("are saved, changed, used and deactivated", async () => {
      expect(told(await api().call("POST", "/templates", { json: welcome }))).toMatchObject([
        201,
        { id: "welcome", status: "created", version: 1 }
      ])
      expect(told(await api().call("POST", "/templates", { json: welcome }))).toEqual([
        409,
        { error: "template_exists" }
      ])
      expect(
        told(await api().call("PUT", "/templates/welcome", { json: { name: "Hello" } }))
      ).toMatchObject([200, { id: "welcome", status: "updated", version: 2 }])
      expect(told(await api().call("GET", "/templates/welcome"))).toMatchObject([
        200,
        { id: "welcome", name: "Hello", version: 2 }
      ])
      expect((await api().call("GET", "/templates")).json).toMatchObject({
        data: [{ id: "welcome", active: true }]
      })
      expect((await api().call("GET", "/templates/welcome/versions")).json).toMatchObject({
        data: { length: 2 }
      })
      const json = { to: "ada@example.com", template_id: "welcome", data: { name: "Ada" } }
      expect((await api().call("POST", "/emails/send", { json })).status).toBe(201)
      expect((await api().call("GET", "/emails?limit=1")).json).toMatchObject({
        data: [{ subject: "Welcome, Ada" }]
      })
      expect(told(await api().call("DELETE", "/templates/welcome"))).toEqual([
        200,
        { id: "welcome", status: "deactivated" }
      ])
      expect(told(await api().call("POST", "/emails/send", { json }))).toEqual([
        400,
        { error: "Validation failed", details: { template_id: [expect.any(String)] } }
      ])
    })

    it("are previewed, with what is wrong with them", async () => {
      expect(
        told(
          await api().call("POST", "/templates/preview", {
            json: { html: "<p>{{name}}</p>", data: { name: "Ada" } }
          })
        )
      ).toMatchObject([200, { html: expect.stringContaining("<p>Ada</p>") as unknown, errors: [] }])
      expect(
        (await api().call("POST", "/templates/preview", { json: { html: "{{#if}}" } })).json
      ).toMatchObject({ errors: [expect.any(String)] })
    })

    it("are refused where they can't be compiled, and missing where there is none", async () => {
      expect(
        told(
          await api().call("POST", "/templates", {
            json: { ...welcome, id: "broken", html: "{{#if a}}" }
          })
        )
      ).toMatchObject([
        400,
        { error: "Validation failed", details: { html: [expect.any(String)] } }
      ])
      expect(told(await api().call("GET", "/templates/missing"))).toEqual([
        404,
        { error: "not_found" }
      ])
      expect(told(await api().call("PUT", "/templates/missing", { json: { name: "x" } }))).toEqual([
        404,
        { error: "not_found" }
      ])
      expect(told(await api().call("GET", "/templates/starters/missing"))).toEqual([
        404,
        { error: "not_found" }
      ])
    })
  })
