import { describe, expect, it } from "vitest"
import { member, told } from "../api.js"
import { hello, type Part } from "./Part.js"

export const authentication: Part = ({ api }) =>
  describe("keys of requests", () => {
    it.each([
      ["none", undefined],
      ["another scheme", "Basic YTpi"],
      ["no key", "Bearer"],
      ["something else", "Bearer abc"],
      ["an unknown key", "Bearer tmk_0123456789_0000000000000000000000000000000000000000000000000"]
    ])("answers 401 to %s", async (_, authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      for (const [method, path, json] of [
        ["GET", "/emails", undefined],
        ["POST", "/emails/send", hello],
        ["DELETE", "/api-keys/key_0", undefined]
      ] as const) {
        const answer = await api().call(method, path, { key: null, headers, json })
        expect(told(answer)).toEqual([401, { error: "Invalid API key" }])
        expect(answer.headers.get("www-authenticate")).toBe("Bearer")
      }
    })

    it("takes the scheme in any case", async () => {
      const { call, host } = api()
      expect(
        (
          await call("GET", "/emails", {
            key: null,
            headers: { authorization: `bearer ${host.key}` }
          })
        ).status
      ).toBe(200)
    })

    it("answers 403 to a key without the scope, and names it", async () => {
      const key = String(
        member(
          await api().call("POST", "/api-keys", {
            json: { name: "reader", scopes: ["email:read"] }
          }),
          "key"
        )
      )
      expect(told(await api().call("POST", "/emails/send", { key, json: hello }))).toEqual([
        403,
        { error: "Insufficient scope", details: { required: "email:send" } }
      ])
      expect((await api().call("GET", "/emails", { key })).status).toBe(200)
    })

    it("answers 401 to a key from when it is revoked", async () => {
      const { json } = await api().call("POST", "/api-keys", {
        json: { name: "short-lived", scopes: ["email:read"], rate_limit: 7 }
      })
      expect(json).toMatchObject({
        name: "short-lived",
        scopes: ["email:read"],
        rate_limit: 7,
        warning: expect.any(String) as unknown
      })
      const { key, prefix } = json as { readonly key: string; readonly prefix: string }
      expect((await api().call("GET", "/emails", { key })).status).toBe(200)
      const listed = await api().call("GET", "/api-keys")
      expect(listed.text).toContain(prefix)
      expect(listed.text).not.toContain(key)
      expect(told(await api().call("DELETE", `/api-keys/${prefix}`))).toEqual([
        200,
        { success: true }
      ])
      expect(told(await api().call("GET", "/emails", { key }))).toEqual([
        401,
        { error: "Invalid API key" }
      ])
      expect(told(await api().call("DELETE", `/api-keys/${prefix}`))).toEqual([
        404,
        { error: "not_found" }
      ])
    })

    it("grants no scope that the caller lacks", async () => {
      const scopes = ["apikey:manage", "email:read"]
      const key = String(
        member(await api().call("POST", "/api-keys", { json: { name: "manager", scopes } }), "key")
      )
      expect(
        told(
          await api().call("POST", "/api-keys", {
            key,
            json: { name: "x", scopes: ["email:send"] }
          })
        )
      ).toEqual([400, { error: "scope_exceeds_caller", details: { scopes: ["email:send"] } }])
      expect(
        told(await api().call("POST", "/api-keys", { json: { name: "", scopes: [] } }))
      ).toMatchObject([
        400,
        { error: "Validation failed", details: { name: [expect.any(String)] } }
      ])
    })
  })
