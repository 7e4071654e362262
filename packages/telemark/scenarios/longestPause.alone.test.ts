import { maxPause } from "@telemark-tools/processor-time"
import { countingSink } from "@telemark-tools/sink"
import { type OutgoingMessage, Transport } from "@telemark/core"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { spawn } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { createTelemark, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/**
 * No piece should take more than 50 ms of a quiet machine; this is what a slow one may take, with
 * all else that happens between two turns.
 */
const bound = 150

/**
 * The least of up to three runs: the collector of garbage, and what else the machine does, make one
 * or another longer.
 */
const leastPause = async (run: () => Promise<unknown>): Promise<number> => {
  let least = Infinity
  for (let times = 0; times < 3 && least >= bound; times++)
    least = Math.min(least, await maxPause(run))
  return least
}

/** A process that takes mail and throws it away. */
const startSink = async () => {
  const sink = spawn(process.execPath, ["--import", "tsx", fileURLToPath(countingSink)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: sink.stdout })[Symbol.asyncIterator]()
  const { value: port } = (await lines.next()) as { readonly value: string }
  return { url: `smtp://127.0.0.1:${port}`, close: () => sink.stdin.end() }
}

const mebibyte = 1024 * 1024
const filled = (text: string, size = 10 * mebibyte): string =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size)
const octets = (text: string): Uint8Array => Buffer.from(filled(text), "latin1")

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

const mails: ReadonlyArray<readonly [name: string, recipients: number, message: OutgoingMessage]> =
  [
    ["10 MiB of a message in short lines", 10, messageWith({ file: ["a.eml", octets("a\n")] })],
    ["10 MiB of a message in empty lines", 3, messageWith({ file: ["a.eml", octets("\n")] })],
    ["10 MiB of a message in lines of dots", 3, messageWith({ file: ["a.eml", octets(".\n")] })],
    ["10 MiB of a message in lines of blanks", 3, messageWith({ file: ["a.eml", octets(" \n")] })],
    ["10 MiB of a message in tabs", 3, messageWith({ file: ["a.eml", octets("\ta\t \n")] })],
    ["10 MiB of a file", 3, messageWith({ file: ["a.bin", octets("a")] })],
    ["10 MiB of text in a file", 3, messageWith({ file: ["a.txt", octets("a\n")] })],
    [
      "1 MiB of html in lines of 76 characters",
      3,
      messageWith({ html: filled(`${"x".repeat(76)}\n`, mebibyte) })
    ],
    ["1 MiB of html in short lines", 3, messageWith({ html: filled("a b\n", mebibyte) })],
    ["1 MiB of html in list items", 3, messageWith({ html: filled("<li>x", mebibyte) })],
    [
      "1 MiB of html in links",
      3,
      messageWith({ html: filled('<a href="https://example.com/">there</a>', mebibyte) })
    ],
    [
      "1 MiB of preformatted lines",
      3,
      messageWith({ html: `<pre>${filled("a\n", mebibyte - 5)}` })
    ],
    ["1 MiB of text to be escaped", 3, messageWith({ text: filled("=", mebibyte) })]
  ]

describe("the event loop isn't blocked by a send to several", () => {
  let sink: Awaited<ReturnType<typeof startSink>>
  beforeAll(async () => {
    sink = await startSink()
  })
  afterAll(() => sink.close())

  it.each(mails)("of %s, to %i", async (name, recipients, message) => {
    const runtime = ManagedRuntime.make(Layer.orDie(smtp({ url: sink.url })))
    const deliver = Effect.flatMap(Transport, ({ deliver }) =>
      Effect.forEach(
        Array.from({ length: recipients }, () => message),
        deliver,
        { concurrency: "unbounded" }
      )
    )
    let outcomes: ReadonlyArray<{ readonly _tag: string }> = []
    const maxLength = await leastPause(async () => {
      outcomes = await runtime.runPromise(deliver)
    })
    await runtime.dispose()
    process.stderr.write(`longest pause: ${name}: ${maxLength.toFixed(1)} ms\n`)
    expect(outcomes.map(({ _tag }) => _tag)).toEqual(outcomes.map(() => "Accepted"))
    expect(maxLength).toBeLessThan(bound)
  })
})

const list = (count: number): ReadonlyArray<string> => Array.from({ length: count }, () => "<")

const batches: ReadonlyArray<
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

describe("the event loop isn't blocked by a batch of a hundred templates", () => {
  let telemark: Telemark
  beforeAll(async () => {
    telemark = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: capture(),
      from: "Shop <shop@example.com>"
    })
  })
  afterAll(() => telemark.close())

  it.each(batches)("with %s", async (name, html, data, accepted) => {
    const id = name.replaceAll(" ", "-")
    await telemark.templates.create({ id, name, subject_template: "S", html })
    // Compiled beforehand: a compiler starts with the first template.
    await telemark.emails.send({ to: "b@example.org", template_id: id, data })
    const requests = Array.from({ length: 100 }, (_, index) => ({
      to: `b${String(index)}@example.org`,
      template_id: id,
      data
    }))
    let answers: Awaited<ReturnType<typeof telemark.emails.sendBatch>>["data"] = []
    const maxLength = await leastPause(async () => {
      answers = (await telemark.emails.sendBatch(requests)).data
    })
    process.stderr.write(`longest pause: a batch with ${name}: ${maxLength.toFixed(1)} ms\n`)
    // The first ones, as far as the budget of the batch goes; the others are told why.
    expect(answers.map(({ error }) => error === undefined)).toEqual(
      answers.map((_, index) => index < accepted)
    )
    expect(
      answers.every(
        ({ error }) => error === undefined || /of one batch/.test(JSON.stringify(error))
      )
    ).toBe(true)
    expect(maxLength).toBeLessThan(bound)
  })
})
