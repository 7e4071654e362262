import type { OutgoingMessage } from "@telemark/core"
import { Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"

const mebibyte = 1024 * 1024
const filled = (text: string, size: number): string =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size)

const key = generateKeyPairSync("ed25519")
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString()

/** A message of a send, its body and files, signed. */
const messageWith = (part: {
  readonly html?: string
  readonly text?: string
  readonly file?: readonly [filename: string, content: Uint8Array]
}): OutgoingMessage => {
  const { file, html = null, text = html === null ? "x" : null } = part
  const attachments =
    file === undefined
      ? []
      : [
          {
            filename: file[0],
            content_type: null,
            content_id: null,
            size: file[1].length,
            content: file[1]
          }
        ]
  return {
    id: "em_0199a0b0c0d07000800000000000000b",
    tenant_id: "tn_1",
    sender: { name: "Shop", address: "shop@example.com" },
    recipient: "ada@example.org",
    recipient_name: null,
    subject: "Your order",
    created_at: 1.8e12,
    scheduled_at: null,
    template_id: null,
    attachments,
    body: {
      id: "body_0199a0b0c0d07000800000000000000a",
      html,
      text,
      headers: [],
      shown: null,
      attachments: attachments.map(({ content: _, ...info }) => info)
    },
    signing: [
      {
        domain: "example.com",
        selector: "s",
        algorithm: "ed25519",
        private_key: Redacted.make(key)
      }
    ]
  }
}

const fileOf =
  (filename: string, text: string) =>
  (size: number): OutgoingMessage =>
    messageWith({ file: [filename, Buffer.from(filled(text, size), "latin1")] })
const htmlOf =
  (text: string, before = "") =>
  (size: number): OutgoingMessage =>
    messageWith({ html: before + filled(text, size - before.length) })

/** Mail with so many octets of one thing, as much as a send may have of it, and whose it is. */
export const heavyMails: ReadonlyArray<
  readonly [name: string, maxSize: number, make: (size: number) => OutgoingMessage]
> = [
  ["a message in short lines", 10 * mebibyte, fileOf("a.eml", "a\n")],
  ["a message in empty lines", 10 * mebibyte, fileOf("a.eml", "\n")],
  ["a message in lines of dots", 10 * mebibyte, fileOf("a.eml", ".\n")],
  ["a message in lines of blanks", 10 * mebibyte, fileOf("a.eml", " \n")],
  ["a message in tabs", 10 * mebibyte, fileOf("a.eml", "\ta\t \n")],
  ["a file", 10 * mebibyte, fileOf("a.bin", "a")],
  ["text in a file", 10 * mebibyte, fileOf("a.txt", "a\n")],
  ["html in lines of 76 characters", mebibyte, htmlOf(`${"x".repeat(76)}\n`)],
  ["html in short lines", mebibyte, htmlOf("a b\n")],
  ["html in list items", mebibyte, htmlOf("<li>x")],
  ["html in links", mebibyte, htmlOf('<a href="https://example.com/">there</a>')],
  ["preformatted lines", mebibyte, htmlOf("a\n", "<pre>")],
  ["text to be escaped", mebibyte, (size) => messageWith({ text: filled("=", size) })]
]

const list = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => "<")

/** Templates that take long to render, and how many of a batch of a hundred sends are accepted. */
export const heavyBatches: ReadonlyArray<
  readonly [name: string, html: string, data: Readonly<Record<string, unknown>>, accepted: number]
> = [
  [
    "lists in lists",
    "{{#each a}}{{#each @root.a}}{{this}}{{/each}}{{/each}}",
    { a: list(250) },
    15
  ],
  [
    "much output",
    "{{#each a}}{{@root.text}}{{/each}}",
    { a: list(20), text: "a".repeat(45_000) },
    23
  ],
  ["nothing much", "<p>Hello {{name}}</p>", { name: "Ada" }, 100]
]
