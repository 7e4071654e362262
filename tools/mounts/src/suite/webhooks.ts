import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import type { Part } from "./Part.js"

export const webhooks: Part = ({ api, receiver }) =>
  describe("webhook endpoints", () => {
    it("are made, changed, tested and removed", async () => {
      const { call } = api()
      const url = `${receiver().url}/hook`
      const made = await call("POST", "/webhook-endpoints", {
        json: { url, events: ["email.sent"] }
      })
      expect(told(made)).toMatchObject([
        201,
        {
          url,
          events: ["email.sent"],
          active: true,
          secret: expect.stringMatching(/^whsec_/) as unknown
        }
      ])
      const path = `/webhook-endpoints/${String((made.json as { readonly id: number }).id)}`
      const listed = await call("GET", "/webhook-endpoints")
      expect(listed.json).toMatchObject({ data: [{ url }] })
      expect(listed.text).not.toContain("whsec_")
      expect(
        told(await call("PATCH", path, { json: { events: ["email.bounced", "email.sent"] } }))
      ).toMatchObject([200, { events: ["email.bounced", "email.sent"], active: true }])
      const before = receiver().requests.length
      // Neither body nor content type: it takes the defaults.
      expect(told(await call("POST", `${path}/test`))).toMatchObject([
        200,
        { status_code: 200, response: "ok" }
      ])
      expect(receiver().requests.slice(before)).toMatchObject([{ method: "POST", path: "/hook" }])
      expect(
        told(await call("POST", `${path}/test`, { json: { type: "email.bounced" } }))
      ).toMatchObject([200, { status_code: 200 }])
      expect(receiver().requests.at(-1)?.body).toContain('"email.bounced"')
      expect(told(await call("DELETE", path))).toEqual([200, { success: true }])
      expect(told(await call("GET", path))).toEqual([404, { error: "not_found" }])
    })

    it("are refused where they break a rule", async () => {
      const { call } = api()
      expect(
        told(
          await call("POST", "/webhook-endpoints", {
            json: { url: "ftp://example.com", events: ["email.sent"] }
          })
        )
      ).toEqual([400, { error: "Validation failed", details: { url: [expect.any(String)] } }])
      expect(
        told(await call("PATCH", "/webhook-endpoints/999", { json: { active: false } }))
      ).toEqual([404, { error: "not_found" }])
      expect(told(await call("GET", "/webhook-endpoints/abc"))).toEqual([
        404,
        { error: "not_found" }
      ])
    })
  })
