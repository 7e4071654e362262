import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Inbox, type MessageBody, newId } from "@telemark/core"
import { compose, toSource } from "@telemark/smtp"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inboxMiddleware, inboxToken } from "../src/Inbox/index.js"

const directory = mkdtempSync(join(tmpdir(), "telemark-inbox-files-"))
const runtime = ManagedRuntime.make(layerSqlite({ filename: join(directory, "mail.db") }))
let server: Server
const settings = { secret: undefined }
let origin = ""
let token = ""

const ask = (path: string): Promise<Response> =>
  fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })

interface File {
  readonly filename: string
  readonly content: Uint8Array
  readonly content_type: string | null
  readonly content_id: string | null
}

const file = (filename: string, content: string | Uint8Array, more: Partial<File> = {}): File => ({
  filename,
  content: typeof content === "string" ? Buffer.from(content) : content,
  content_type: null,
  content_id: null,
  ...more
})

/** Captures a mail as the transport does, and gives back the path of its page. */
const capture = (
  files: ReadonlyArray<File>,
  body: Partial<MessageBody> = {},
  recipient = "ada@example.com",
  recipient_name: string | null = null
): Promise<string> =>
  runtime.runPromise(
    Effect.gen(function* () {
      const id = yield* newId("em")
      const attachments = files.map((each) => ({ ...each, size: each.content.length }))
      const mail = compose({
        id,
        tenant_id: "tn_1",
        sender: { name: null, address: "shop@example.com" },
        recipient,
        recipient_name,
        subject: "Files",
        body: {
          id: `body_${id}`,
          html: null,
          text: "Hello",
          headers: [],
          shown: null,
          attachments,
          ...body
        },
        attachments,
        created_at: 0,
        scheduled_at: null,
        template_id: null,
        signing: []
      })
      if (mail === undefined) throw new Error("The message can't be composed")
      yield* (yield* Inbox).put(
        {
          id,
          tenant_id: "tn_1",
          sender: "shop@example.com",
          recipient,
          subject: "Files",
          captured_at: 0
        },
        toSource(mail)
      )
      return `/inbox/${id}`
    })
  )

const png = Buffer.from("89504e470d0a1a0a", "hex")

beforeAll(async () => {
  const inbox = await runtime.runPromise(inboxMiddleware(settings))
  token = await runtime.runPromise(inboxToken(settings))
  server = createServer((incoming, response) => {
    inbox(incoming, response, () => {
      response.writeHead(404).end("behind")
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})

afterAll(async () => {
  server.close()
  await runtime.dispose()
  rmSync(directory, { recursive: true })
})

describe("the files of a captured mail", () => {
  it("are listed with size and type, escaped", async () => {
    const path = await capture(
      [file("<b>.pdf", "x".repeat(1500)), file("logo.png", png, { content_id: "logo" })],
      { html: '<img src="cid:logo">' }
    )
    const body = await (await ask(path)).text()
    expect(body).toContain("<h2>Attachments</h2>")
    expect(body).toContain("&lt;b&gt;.pdf</a> <small>application/pdf, 1.5 kB</small>")
    expect(body).toContain(
      `<img src="${path}/attachments/0" alt="" loading="lazy"></span>logo.png</a> <small>image/png, 8 B, in the HTML as cid:logo</small>`
    )
    expect(body).not.toContain("<b>.pdf")
  })

  it("are listed for scripts, with their location", async () => {
    const path = await capture([file("invoice.pdf", "abc")])
    expect(await (await ask(`${path}.json`)).json()).toMatchObject({
      attachments: [
        {
          filename: "invoice.pdf",
          content_type: "application/pdf",
          content_id: null,
          size: 3,
          url: `${path}/attachments/0`
        }
      ]
    })
  })

  it.each([
    [
      'Rechnung für "März".pdf',
      "a",
      null,
      "application/pdf",
      "attachment; filename=\"Rechnung f_r _M_rz_.pdf\"; filename*=UTF-8''Rechnung%20f%C3%BCr%20%22M%C3%A4rz%22.pdf"
    ],
    [
      "page.html",
      "<script>alert(1)</script>",
      null,
      "text/html",
      "attachment; filename=\"page.html\"; filename*=UTF-8''page.html"
    ],
    [
      "drawing.svg",
      "<svg/>",
      null,
      "image/svg+xml",
      "attachment; filename=\"drawing.svg\"; filename*=UTF-8''drawing.svg"
    ],
    [
      "notes.txt",
      "hello",
      null,
      "text/plain; charset=utf-8",
      "inline; filename=\"notes.txt\"; filename*=UTF-8''notes.txt"
    ],
    [
      "photo.png",
      png,
      "image/png",
      "image/png",
      "inline; filename=\"photo.png\"; filename*=UTF-8''photo.png"
    ]
  ])("%s is served unchanged", async (filename, content, content_type, type, disposition) => {
    const path = await capture([file("other.bin", "x"), file(filename, content, { content_type })])
    const answer = await ask(`${path}/attachments/1`)
    expect(Buffer.from(await answer.arrayBuffer())).toStrictEqual(Buffer.from(content))
    expect(answer.headers.get("content-type")).toBe(type)
    expect(answer.headers.get("content-disposition")).toBe(disposition)
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/)
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  })

  it.each([
    "/attachments/1",
    "/attachments/999",
    "/attachments/",
    "/attachments/0x",
    "/attachments/-1"
  ])("aren't there at %s", async (more) => {
    expect((await ask((await capture([file("a.txt", "a")])) + more)).status).toBe(404)
  })

  it("are loaded by the html that names them", async () => {
    const html =
      '<img src="cid:logo"> <b style="background: url(\'cid:lo%67o\')"></b> cid:logo <img src="cid:other"> <a href="cid:page">'
    const path = await capture(
      [
        file("page.html", "<p>", { content_id: "page" }),
        file("logo.png", png, { content_id: "logo" })
      ],
      { html }
    )
    const address = `${path}/attachments/1`
    expect((await (await ask(`${path}/html`)).text()).trim()).toBe(
      `<img src="${address}"> <b style="background: url('${address}')"></b> cid:logo <img src="cid:other"> <a href="cid:page">`
    )
    expect(Buffer.from(await (await ask(address)).arrayBuffer())).toStrictEqual(png)
  })

  it("aren't multiplied by a html that names one a thousand times", async () => {
    const html = '<img src="cid:large">'.repeat(1000)
    const path = await capture(
      [file("large.png", Buffer.alloc(1024 * 1024), { content_id: "large" })],
      { html }
    )
    expect((await (await ask(`${path}/html`)).text()).length).toBeLessThan(100_000)
  })
})

describe("the recipients of a captured mail", () => {
  const shown = {
    to: [
      { name: "Ada Lovelace", address: "ada@example.com" },
      { name: null, address: "bob@example.com" }
    ],
    cc: [{ name: "Ève", address: "eve@example.com" }]
  }

  it("are those that its head names, and the one whose copy it is", async () => {
    const path = await capture(
      [],
      { shown, headers: [["Reply-To", "Help <help@example.com>"]] },
      "hidden@example.com"
    )
    const body = await (await ask(path)).text()
    expect(body).toContain(
      "<dt>To</dt><dd>Ada Lovelace &lt;ada@example.com&gt;, bob@example.com</dd>\n<dt>Cc</dt><dd>Ève &lt;eve@example.com&gt;</dd>\n<dt>This copy</dt><dd>for hidden@example.com</dd>"
    )
    expect(body).toContain("<dt>Reply to</dt><dd>Help &lt;help@example.com&gt;</dd>")
    expect(await (await ask(`${path}.json`)).json()).toMatchObject({
      to: "hidden@example.com",
      shown: {
        to: ["Ada Lovelace <ada@example.com>", "bob@example.com"],
        cc: ["Ève <eve@example.com>"]
      },
      reply_to: ["Help <help@example.com>"]
    })
  })

  it("are listed once if there is one, by name", async () => {
    const path = await capture([], {}, "grace@example.com", "Hopper, Grace")
    const body = await (await ask(path)).text()
    expect(body).toContain(
      "<dt>To</dt><dd>Hopper, Grace &lt;grace@example.com&gt;</dd>\n<dt>Captured</dt>"
    )
    expect(body).not.toContain("This copy")
    expect(await (await ask(`${path}.json`)).json()).toMatchObject({
      to: "grace@example.com",
      shown: { to: ["Hopper, Grace <grace@example.com>"], cc: [] }
    })
  })

  it("are listed once if there is one", async () => {
    const body = await (await ask(await capture([]))).text()
    expect(body).toContain("<dt>To</dt><dd>ada@example.com</dd>\n<dt>Captured</dt>")
    expect(body).not.toContain("This copy")
  })
})
