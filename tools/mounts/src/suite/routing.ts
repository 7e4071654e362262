import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import { hello, type Part } from "./Part.js"

export const routing: Part = ({ api }) =>
  describe("paths and methods", () => {
    it.each(["/nowhere", "/emails/a/b", "/Emails", "/v1/emails"])(
      "%s is unknown, with and without a key, whatever the method",
      async (path) => {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
          for (const key of [undefined, null]) {
            expect(
              told(await api().call(method, path, key === null ? { key } : {})),
              method
            ).toEqual([404, { error: "not_found" }])
          }
        }
      }
    )

    it.each([
      "/%61pi-keys",
      "/api%2Dkeys",
      "/api-keys;x",
      "/emails/%73end",
      "/emails/em_0/%63ancel",
      "/suppressions/check/a;b@example.com"
    ])("%s is unknown, though it is another spelling of a path", async (path) => {
      for (const method of ["GET", "POST", "DELETE"])
        expect(told(await api().call(method, path)), method).toEqual([404, { error: "not_found" }])
    })

    it.each([
      ["/emails/send", "GET", "POST"],
      ["/emails/send", "DELETE", "POST"],
      ["/emails", "PUT", "GET, HEAD"],
      ["/emails/em_0", "PATCH", "GET, HEAD"],
      ["/emails", "OPTIONS", "GET, HEAD"],
      ["/domains", "DELETE", "GET, HEAD, POST"],
      ["/webhook-endpoints/1", "POST", "DELETE, GET, HEAD, PATCH"],
      ["/suppressions/a@example.com", "GET", "DELETE"]
    ])(
      "%s answers %s with 405 and Allow: %s, with and without a key",
      async (path, method, allow) => {
        for (const key of [undefined, null]) {
          const answer = await api().call(method, `${path}?a=b`, key === null ? { key } : {})
          expect(told(answer)).toEqual([405, { error: "Method not allowed" }])
          expect(answer.headers.get("allow")).toBe(allow)
        }
      }
    )

    it.each([
      ["/emails", 200],
      ["/emails/em_0", 404],
      ["/emails?limit=0", 400]
    ])("HEAD %s answers as GET does, without a body", async (path, status) => {
      const head = await api().call("HEAD", path)
      const got = await api().call("GET", path)
      expect([head.status, head.text, got.status]).toEqual([status, "", status])
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"))
    })

    it("repeats a request's id in its answer, or makes one", async () => {
      const headers = { "x-request-id": "req-1_2.3~4" }
      for (const [method, path, json] of [
        ["GET", "/emails", undefined],
        ["GET", "/nowhere", undefined],
        ["PUT", "/emails", {}],
        ["POST", "/emails/send", {}],
        ["POST", "/emails/send", hello]
      ] as const) {
        const answer = await api().call(method, path, { headers, json })
        expect(answer.headers.get("x-request-id"), `${method} ${path}`).toBe("req-1_2.3~4")
        const other = await api().call(method, path, {
          json,
          headers: { "x-request-id": "not a token" }
        })
        expect(other.headers.get("x-request-id"), `${method} ${path}`).toMatch(/^[\w-]{16,128}$/)
      }
    })
  })
