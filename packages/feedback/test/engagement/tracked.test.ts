import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTelemark, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const publicUrl = "https://mail.example.net"
let telemark: Telemark

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    publicUrl,
    secret: Buffer.alloc(32, 7).toString("base64")
  })
})

afterAll(() => telemark.close())

const html =
  '<html><body><p>Hello</p><a href=\'https://shop.example/?a=1&amp;b=2\'>Shop</a> <a data-track="off" href="https://shop.example/reset">Reset</a></body></html>'

const received = async (
  track?: { readonly opens?: boolean; readonly clicks?: boolean },
  to: ReadonlyArray<string> = ["ada@example.com"]
) => {
  const { queued } = await telemark.emails.send({
    to,
    subject: "x",
    html,
    ...(track === undefined ? {} : { track })
  })
  await telemark.deliverDue()
  return Promise.all(queued.map(({ id }) => telemark.inbox.get(id)))
}

describe("a captured mail", () => {
  it("is as it was given unless something is tracked", async () => {
    const [mail] = await received()
    expect(mail?.html?.trim()).toBe(html)
    expect(mail?.links).toStrictEqual([
      "https://shop.example/?a=1&b=2",
      "https://shop.example/reset"
    ])
  })

  it("reports clicks and opens if its send asks for it, each recipient's its own, and its text is as it was", async () => {
    const [ada, bob] = await received({ opens: true, clicks: true }, [
      "ada@example.com",
      "bob@example.com"
    ])
    expect(ada?.html).toMatch(
      /<a href="https:\/\/mail\.example\.net\/t\/c\/[\w-]+">Shop<\/a> <a href="https:\/\/shop\.example\/reset">Reset<\/a><img src="https:\/\/mail\.example\.net\/t\/o\/[\w-]+" width="1" height="1" alt=""><\/body>/
    )
    expect(ada?.links).toStrictEqual([
      expect.stringContaining(`${publicUrl}/t/c/`),
      "https://shop.example/reset"
    ])
    expect(bob?.links[0]).not.toBe(ada?.links[0])
    expect(ada?.text).toContain("Shop (https://shop.example/?a=1&b=2)")
    expect(ada?.text).not.toContain(publicUrl)
  })

  it("reports what its tenant has set, unless its send says otherwise", async () => {
    expect(await telemark.tracking.update({ clicks: true })).toStrictEqual({
      opens: false,
      clicks: true,
      available: true
    })
    expect((await received())[0]?.html).toContain("/t/c/")
    expect((await received())[0]?.html).not.toContain("/t/o/")
    expect((await received({ clicks: false }))[0]?.html?.trim()).toBe(html)
    await telemark.tenants.update("default", { track_clicks: false })
    expect(await telemark.tracking.get()).toStrictEqual({
      opens: false,
      clicks: false,
      available: true
    })
    expect((await received())[0]?.html?.trim()).toBe(html)
  })
})
