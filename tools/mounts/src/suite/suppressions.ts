import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import { hello, type Part } from "./Part.js"

export const suppressions: Part = ({ api }) =>
  describe("suppressions", () => {
    it("are added once, listed, left out of sends, and removed", async () => {
      const json = { email_address: "No@Example.com", reason: "asked us to" }
      expect(told(await api().call("POST", "/suppressions", { json }))).toEqual([
        201,
        { status: "suppressed" }
      ])
      expect(told(await api().call("POST", "/suppressions", { json }))).toEqual([
        200,
        { status: "suppressed" }
      ])
      expect((await api().call("GET", "/suppressions?limit=1")).json).toMatchObject({
        data: [{ reason: "asked us to" }],
        limit: 1
      })
      expect(
        told(await api().call("POST", "/emails/send", { json: { ...hello, to: "no@example.com" } }))
      ).toMatchObject([201, { queued: [], suppressed: ["no@example.com"] }])
      expect(told(await api().call("DELETE", "/suppressions/no@example.com"))).toEqual([
        200,
        { success: true }
      ])
      expect(told(await api().call("DELETE", "/suppressions/no@example.com"))).toEqual([
        404,
        { error: "not_found" }
      ])
    })

    it.each([
      "ada+tag@example.com",
      "a/b@example.com",
      "100%@example.com",
      "ü@example.com",
      "q?#&=@example.com"
    ])("are found by the address %s, encoded as a part of the path", async (email_address) => {
      const path = encodeURIComponent(email_address)
      expect((await api().call("POST", "/suppressions", { json: { email_address } })).status).toBe(
        201
      )
      expect(told(await api().call("GET", `/suppressions/check/${path}`))).toMatchObject([
        200,
        { suppressed: true, reason: "manual" }
      ])
      expect(told(await api().call("DELETE", `/suppressions/${path}`))).toEqual([
        200,
        { success: true }
      ])
      expect(told(await api().call("GET", `/suppressions/check/${path}`))).toEqual([
        200,
        { suppressed: false, reason: "", since: "", topics: [] }
      ])
    })
  })
