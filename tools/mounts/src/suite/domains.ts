import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import type { Part } from "./Part.js"

const missing = [404, { error: "not_found" }]

const config = {
  provider: "custom",
  host: "127.0.0.1",
  port: 1,
  username: "user",
  password: "hunter2"
}

export const domains: Part = ({ api }) =>
  describe("domains and SMTP servers", () => {
    it("domains are added, looked at and removed", async () => {
      expect(
        told(await api().call("POST", "/domains", { json: { domain: "Shop.Example" } }))
      ).toMatchObject([
        201,
        {
          domain: "shop.example",
          dns_records: [{ type: "TXT", host: "shop.example" }, { type: "TXT" }, { type: "TXT" }]
        }
      ])
      expect(
        told(await api().call("POST", "/domains", { json: { domain: "shop.example" } }))
      ).toEqual([409, { error: "domain_exists" }])
      expect((await api().call("GET", "/domains")).json).toMatchObject({
        domains: [{ domain: "shop.example", dkim_verified: false }]
      })
      // A request that has neither a body nor a length.
      expect(told(await api().call("POST", "/domains/shop.example/verify"))).toMatchObject([
        200,
        {
          domain: "shop.example",
          ready_to_send: false,
          verification: { dkim: { verified: false } }
        }
      ])
      expect((await api().call("GET", "/domains/shop.example")).json).toMatchObject({
        domain: "shop.example",
        ready_to_send: false
      })
      expect(told(await api().call("DELETE", "/domains/shop.example"))).toEqual([
        200,
        { success: true }
      ])
      for (const [method, path] of [
        ["DELETE", ""],
        ["GET", ""],
        ["POST", "/verify"]
      ] as const) {
        expect(told(await api().call(method, `/domains/shop.example${path}`))).toEqual(missing)
      }
    })

    it("an SMTP server that mustn't be asked is refused, and nothing is saved", async () => {
      const refused = await api().call("POST", "/smtp-config", { json: config })
      expect(told(refused)).toMatchObject([
        400,
        { error: "smtp_connection_failed", details: { stage: "policy" } }
      ])
      expect(refused.text).not.toContain("hunter2")
      expect(
        told(await api().call("POST", "/smtp-config", { json: { ...config, port: "x" } }))
      ).toEqual([400, { error: "Validation failed", details: { port: [expect.any(String)] } }])
      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""],
        ["POST", "/verify"]
      ] as const) {
        expect(told(await api().call(method, `/smtp-config${path}`))).toEqual([
          404,
          { error: "no_smtp_config" }
        ])
      }
    })
  })
