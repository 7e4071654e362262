import { decode, SendRequest, type ValidationFailed } from "@telemark/contract"
import { Effect, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { maxAttachments, readAttachments } from "../../src/sending/attachments/readAttachments.js"

const decodeRequest = decode(SendRequest)

const detailsOf = (result: Result.Result<unknown, ValidationFailed>) =>
  Result.match(result, { onFailure: ({ details }) => details, onSuccess: () => "fine" })
const read = (files: Parameters<typeof readAttachments>[0]) =>
  Effect.runPromise(Effect.result(readAttachments(files)))
const check = (attachments: unknown) =>
  detailsOf(decodeRequest({ to: "ada@example.com", text: "x", attachments }))
const file = { filename: "a.txt", content: "aGVsbG8=" }

describe("the files of a send", () => {
  it("may have any name that is one, a media type and a content id", () => {
    const files = [
      { ...file, filename: "Rechnung März 2026 (1).pdf", content_type: "application/pdf" },
      {
        ...file,
        content: new Uint8Array(3),
        content_type: 'text/calendar; method=REQUEST; charset="utf-8"'
      },
      { ...file, content_id: "logo@example.com" },
      { ...file, filename: "mail.eml", content_type: "message/rfc822" },
      { ...file, content_type: "message/partially" }
    ]
    expect(check(files)).toBe("fine")
    expect(check([])).toBe("fine")
  })

  const wrong: ReadonlyArray<readonly [string, unknown, ReadonlyArray<string>]> = [
    ["a list that is none", file, ["attachments"]],
    ["51 of them", Array(51).fill(file), ["attachments"]],
    ["something else in the list", [file, null, "x"], ["attachments.1", "attachments.2"]],
    ["nothing in a file", [{}], ["attachments.0.filename", "attachments.0.content"]],
    [
      "a name with a path",
      [
        { ...file, filename: "../a" },
        { ...file, filename: "a\\b" }
      ],
      ["attachments.0.filename", "attachments.1.filename"]
    ],
    [
      "a name of nothing, with controls, or too long",
      ["", "a\r\nb", "a\u0085b", "a".repeat(256), "\ud800"].map((filename) => ({
        ...file,
        filename
      })),
      [0, 1, 2, 3, 4].map((index) => `attachments.${String(index)}.filename`)
    ],
    [
      "content that is no text",
      [
        { ...file, content: 7 },
        { ...file, content: [1] }
      ],
      ["attachments.0.content", "attachments.1.content"]
    ],
    [
      "media types that are none",
      ["pdf", "a/b\r\nX-A: 1", "a/b; c", "", 'a/b; c="d\\""'].map((content_type) => ({
        ...file,
        content_type
      })),
      [0, 1, 2, 3, 4].map((index) => `attachments.${String(index)}.content_type`)
    ],
    [
      "media types of parts",
      ["message/partial", "Message/External-Body; access-type=URL", "Multipart/mixed"].map(
        (content_type) => ({ ...file, content_type })
      ),
      [0, 1, 2].map((index) => `attachments.${String(index)}.content_type`)
    ],
    [
      "content ids that are none",
      ["<logo>", "a b", "", "a\n"].map((content_id) => ({ ...file, content_id })),
      [0, 1, 2, 3].map((index) => `attachments.${String(index)}.content_id`)
    ],
    [
      "a content id twice",
      [{ ...file, content_id: "logo" }, file, { ...file, content_id: "logo" }],
      ["attachments.2.content_id"]
    ]
  ]
  it.each(wrong)("mustn't be %s", (_, attachments, paths) => {
    expect(Object.keys(check(attachments))).toEqual(paths)
  })

  it("are never part of an explanation, nor are millions of octets looked at one by one for it", () => {
    const octets = new Uint8Array(5_000_000)
    const secret = "c2VjcmV0".repeat(500_000)
    const explained = [
      octets,
      secret,
      [octets],
      [secret],
      [{ filename: secret, content: octets }],
      [{ filename: "a/b", content: secret, content_type: secret }]
    ].map(check)
    expect(JSON.stringify(explained).length).toBeLessThan(1000)
    expect(JSON.stringify(explained)).not.toContain("c2VjcmV0")
    expect(detailsOf(decodeRequest({ to: octets, html: octets }))).toMatchObject({
      html: ["must be a string"]
    })
  })

  it("are base64 when a request is encoded", () => {
    const request: SendRequest = {
      to: "ada@example.com",
      text: "x",
      attachments: [{ filename: "a", content: Uint8Array.of(1, 2, 3) }, file]
    }
    expect(
      Schema.encodeSync(SendRequest)(request).attachments?.map(({ content }) => content)
    ).toEqual(["AQID", "aGVsbG8="])
  })
})

describe("the contents of files", () => {
  it("is decoded, and octets are taken as they are", async () => {
    const octets = Uint8Array.of(1, 2)
    const files = Result.getOrThrow(
      await read([
        { ...file, content_type: "text/plain" },
        { filename: "b", content: octets, content_id: "logo" }
      ])
    )
    expect(files).toEqual([
      {
        filename: "a.txt",
        content_type: "text/plain",
        content_id: null,
        size: 5,
        content: new TextEncoder().encode("hello")
      },
      { filename: "b", content_type: null, content_id: "logo", size: 2, content: octets }
    ])
    expect(files[1]?.content).toBe(octets)
  })

  it("is base64, or the file that isn't is named", async () => {
    expect(detailsOf(await read([file, { ...file, content: "not base64!" }]))).toEqual({
      "attachments.1.content": [expect.stringContaining("base64")]
    })
  })

  it("may be 10 MiB together, and not an octet more", async () => {
    const almost = { filename: "a", content: new Uint8Array(maxAttachments - 5) }
    expect(Result.isSuccess(await read([almost, file]))).toBe(true)
    expect(detailsOf(await read([almost, file, { filename: "b", content: "QQ==" }]))).toEqual({
      attachments: [expect.stringContaining("10485760")]
    })
    expect(
      detailsOf(await read([{ filename: "b", content: "A".repeat(2 * maxAttachments + 1) }]))
    ).toEqual({ attachments: [expect.stringContaining("10485760")] })
  })
})
