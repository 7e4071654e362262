import { describe, expect, it } from "vitest"
import { told } from "../api.js"
import { hello, type Part } from "./Part.js"

const mebibyte = 1024 * 1024
const json = { "content-type": "application/json" }

/** A body in pieces, without a length. */
const pieces = (octets: Uint8Array, size: number): ReadableStream<Uint8Array> => {
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= octets.length) return controller.close()
      controller.enqueue(octets.slice(at, at + size))
      at += size
    }
  })
}

const encoded = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** So many octets of JSON: the value and white space. */
const filled = (value: unknown, octets: number): string => JSON.stringify(value).padEnd(octets)

const nested = (levels: number) => `{"data":${"[".repeat(levels)}${"]".repeat(levels)}}`

export const bodies: Part = ({ api, traits: { cutsOff, parses } }) =>
  describe("bodies", () => {
    it("are read as JSON in UTF-8, whatever else the content type says", async () => {
      for (const type of [
        "application/json",
        "application/json; charset=utf-8",
        'Application/JSON;charset="UTF-8"',
        "application/vnd.api+json"
      ]) {
        const answer = await api().call("POST", "/emails/send", {
          headers: { "content-type": type },
          body: JSON.stringify(hello)
        })
        expect(answer.status, type).toBe(201)
      }
    })

    it("are refused with another content type", async () => {
      for (const type of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/octet-stream",
        "multipart/form-data; boundary=x"
      ]) {
        const answer = await api().call("POST", "/emails/send", {
          headers: { "content-type": type },
          body: JSON.stringify(hello)
        })
        expect(told(answer), type).toEqual([
          400,
          {
            error: "Validation failed",
            details: { body: ["must be sent with the content type application/json"] }
          }
        ])
      }
    })

    it("come in pieces without a length as well", async () => {
      for (const size of [1, 7, 1000]) {
        expect(
          (
            await api().call("POST", "/emails/send", {
              headers: json,
              body: pieces(encoded(hello), size)
            })
          ).status
        ).toBe(201)
      }
      const large = encoded({ ...hello, unknown: "x".repeat(1_000_000) })
      expect(
        (await api().call("POST", "/emails/send", { headers: json, body: pieces(large, 65_536) }))
          .status
      ).toBe(201)
    })

    it("have up to 15 MiB where mail is sent, with 10 MiB of files, and else 1 MiB", async () => {
      const mail = {
        ...hello,
        attachments: [
          { filename: "a.bin", content: Buffer.alloc(10 * mebibyte, 7).toString("base64") }
        ]
      }
      expect(
        (
          await api().call("POST", "/emails/send", {
            headers: json,
            body: filled(mail, 15 * mebibyte)
          })
        ).status
      ).toBe(201)
      expect(
        told(
          await api().call("POST", "/suppressions", { headers: json, body: filled({}, mebibyte) })
        )
      ).toMatchObject([400, { error: "Validation failed" }])
    })

    it("don't nest without end", async () => {
      expect(
        told(await api().call("POST", "/emails/send", { headers: json, body: nested(2000) }))
      ).toEqual([
        400,
        { error: "Validation failed", details: { body: ["must not nest deeper than 128 levels"] } }
      ])
    })

    it("are refused when they are needed and there is none", async () => {
      expect(told(await api().call("POST", "/emails/send"))).toMatchObject([
        400,
        { error: "Validation failed" }
      ])
      expect(
        told(await api().call("POST", "/emails/send", { headers: json, body: "" }))
      ).toMatchObject([400, { error: "Validation failed" }])
    })

    it.skipIf(parses === "JSON")("are refused when they aren't JSON", async () => {
      // A parser of text makes good what isn't UTF-8.
      const notUtf8 = parses === undefined ? [new Uint8Array([0x22, 0xff, 0x22])] : []
      for (const body of ["{", "", '{"to":"\u0000', "nonsense", ...notUtf8]) {
        expect(told(await api().call("POST", "/emails/send", { headers: json, body }))).toEqual([
          400,
          { error: "Validation failed", details: { body: ["must be JSON in UTF-8"] } }
        ])
      }
    })

    it.skipIf(parses !== undefined)(
      "are refused with 413 beyond 1 MiB, with and without a length",
      async () => {
        const large = new Uint8Array(mebibyte + 1).fill(0x20)
        // A client that is cut off may never see its answer: of this one nothing is left to send by
        // then.
        const last = pieces(large, 65_536)
        for (const body of cutsOff === true
          ? [last]
          : [last, large, pieces(new Uint8Array(12_000_000).fill(0x20), 65_536)]) {
          expect(told(await api().call("POST", "/suppressions", { headers: json, body }))).toEqual([
            413,
            { error: "Payload too large" }
          ])
        }
        expect((await api().call("GET", "/emails")).status).toBe(200)
      }
    )
  })
