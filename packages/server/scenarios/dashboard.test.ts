import {
  faultsOf,
  hasBrowser,
  looks,
  type OpenPage,
  startBrowser,
  type TestBrowser
} from "@telemark-tools/browser"
import PostalMime from "postal-mime"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { databases, sqliteUrl } from "./databases.js"
import type { PublishedRecord } from "./domainServer.js"
import { clientOf } from "./client.js"
import { command, eventually, type Environment, serve } from "./harness.js"
import { addEndpoint, startReceiver, startWebhookServer } from "./webhookServer.js"

type Page = OpenPage["page"]
type Locator = ReturnType<Page["locator"]>

const mjml = (text: string): string =>
  `<mjml>\n  <mj-body>\n    <mj-section>\n      <mj-column>\n        <mj-text>${text}</mj-text>\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>\n`

describe.runIf(hasBrowser())("the dashboard of the built server, in a browser", () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  const open: TestBrowser["open"] = async (url, options) => {
    const opened = await browser.open(url, options)
    onTestFinished(opened.close)
    return opened
  }

  const started = async (databaseUrl: string, more: Environment = {}) => {
    const served = await startWebhookServer(databaseUrl, {
      TELEMARK_FROM: "Shop <shop@example.com>",
      TELEMARK_SPF: "ip4:192.0.2.25",
      TELEMARK_SENDING_IPS: "192.0.2.25",
      ...more
    })
    return { ...served, origin: new URL(served.server.url).origin }
  }

  /** Signs in by the link of the first start, and waits for the overview. */
  const signIn = async (link: string): Promise<OpenPage> => {
    const opened = await open(link)
    await opened.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
    return opened
  }

  const goTo = async (page: Page, name: string): Promise<void> => {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
  }

  describe.each(databases)("on %s", (_, makeUrl) => {
    it("signs in, finds a message, says what became of it and what it said, and shows the next at once", async () => {
      const { client, origin, server, smtp } = await started(await makeUrl())
      const { body } = await client.send({
        to: ["ada@example.com", "bob@example.com"],
        subject: "Your receipt 1042",
        html: "<h1>Thank you, Ada</h1>",
        text: "Thank you"
      })
      await smtp.until(({ mails }) => mails.length === 2)
      const opened = await signIn(server.dashboard_url)
      const { page } = opened
      await goTo(page, "Messages")
      const field = page.getByRole("searchbox", { name: "Search messages" })
      await field.fill("your receipt")
      await page.waitForURL(/q=your/)
      await page.getByRole("cell", { name: "ada@example.com", exact: true }).waitFor()
      await field.fill("ADA@example.com receipt")
      await page.waitForURL(/q=ADA/)
      await eventually(async () => {
        expect(await page.locator("tbody tr").count()).toBe(1)
      })
      const reload = page.url()
      await page.getByRole("link", { name: "Your receipt 1042" }).click()
      await page.waitForURL(`${origin}/messages/${body.queued[0]?.id ?? ""}`)
      await page.frameLocator("iframe").getByText("Thank you, Ada").waitFor()
      await page.getByText("250").first().waitFor()

      await page.goto(reload)
      await field.fill("")
      await eventually(async () => {
        expect(await page.locator("tbody tr").count()).toBe(2)
      })
      await client.send({ to: "cy@example.com", subject: "While somebody looks", text: "Hello" })
      await page.getByRole("cell", { name: "While somebody looks", exact: true }).waitFor()
      expect(await faultsOf(opened, origin)).toEqual([])
    })

    it("writes a template in each editor, and sends it", async () => {
      const { origin, server, smtp } = await started(await makeUrl())
      const opened = await signIn(server.dashboard_url)
      const { page } = opened
      const sendTest = async (): Promise<string> => {
        const before = smtp.mails.length
        await page.getByRole("button", { name: "Send a test" }).click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("To").fill("ada@example.com")
        await dialog.getByRole("button", { name: "Send", exact: true }).click()
        await dialog.getByText("Sent to ada@example.com.").waitFor()
        await smtp.until(({ mails }) => mails.length > before)
        return (await PostalMime.parse(smtp.mails[before]?.source ?? "")).html ?? ""
      }
      const begin = async (starter: string, name: string): Promise<void> => {
        await goTo(page, "Templates")
        await page.getByRole("link", { name: "New template" }).first().click()
        await page.getByRole("button", { name: starter, exact: true }).click()
        await page.getByRole("dialog").getByLabel("Name").fill(name)
        await page.getByRole("dialog").getByRole("button", { name: "Create" }).click()
        await page.waitForURL(`**/templates/${name.toLowerCase()}`)
      }
      /** As people do: playwright's own `fill` selects behind the editor's back. */
      const replace = async (place: Locator, text: string): Promise<void> => {
        await place.click()
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.insertText(text)
      }
      const preview = (text: string): Promise<void> =>
        page.locator("iframe").last().contentFrame().getByText(text).waitFor()

      await begin("Welcome", "Hello")
      const source = page.getByRole("textbox", { name: "MJML source", exact: true })
      await source.waitFor()
      await replace(source, mjml("Written as code"))
      await preview("Written as code")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Version 2, all changes saved").waitFor()
      expect(await sendTest()).toContain("Written as code")
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click()

      await begin("Blocks", "Parcel")
      const designer = page.getByRole("region", { name: "Block designer" })
      await designer.locator("[data-block=text]").click()
      await replace(designer.getByRole("textbox", { name: "Text", exact: true }), "Made of blocks")
      await preview("Made of blocks")
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByText("Version 2, all changes saved").waitFor()
      expect(await sendTest()).toContain("Made of blocks")
      expect(await faultsOf(opened, origin)).toEqual([])
    })

    it("sets up a domain by DNS, replays a webhook and rotates a key", async () => {
      const { client, dns, origin, server } = await started(await makeUrl())
      const receiver = await startReceiver()
      const { id } = await addEndpoint(client, `${receiver.url}/hooks`, ["email.sent"])
      await client.send({ to: "ada@example.com", subject: "Order", text: "Hello" })
      await eventually(() => {
        expect(receiver.requests).toHaveLength(1)
      })
      const opened = await signIn(server.dashboard_url)
      const { page } = opened

      await goTo(page, "Domains")
      await page.getByRole("link", { name: "Add domain" }).first().click()
      await page.getByLabel("Domain name").fill("shop.example")
      await page.getByRole("button", { name: "Next: the records" }).click()
      await page.getByRole("heading", { level: 1, name: "shop.example" }).waitFor()
      const { body } = await client.get<{ readonly dns_records: ReadonlyArray<PublishedRecord> }>(
        "/domains/shop.example"
      )
      for (const { host, type, value } of body.dns_records) dns.set(host, type, [value])
      await page.getByText("This domain is ready to send").waitFor()

      await goTo(page, "Webhooks")
      await page.getByRole("link", { name: `${receiver.url}/hooks` }).click()
      await page.waitForURL(`${origin}/webhooks/${String(id)}`)
      await page.getByRole("button", { name: "Replay" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click()
      await page.getByText("1 event is delivered again.").waitFor()
      await eventually(() => {
        expect(receiver.requests).toHaveLength(2)
      })
      expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body)

      const made = (await client.post("/api-keys", { name: "Backend", scopes: ["email:read"] }))
        .body as { readonly key: string }
      await goTo(page, "API keys")
      await page.getByRole("button", { name: "Rotate: Backend" }).click()
      await page
        .getByRole("dialog", { name: "Rotate Backend" })
        .getByRole("button", { name: "Create" })
        .click()
      const shown = page.getByRole("dialog", { name: "Your new key" })
      const next = await shown.getByRole("region", { name: "Key", exact: true }).innerText()
      await shown.getByRole("button", { name: "Done" }).click()
      await page
        .getByRole("dialog", { name: "Revoke the former key" })
        .getByRole("button", { name: "Revoke" })
        .click()
      await page.getByText("Backend was revoked.").waitFor()
      const statusFor = async (key: string): Promise<number> =>
        (await clientOf(server.url, key).get("/emails")).status
      expect([await statusFor(next.trim()), await statusFor(made.key)]).toEqual([200, 401])
      expect(await faultsOf(opened, origin)).toEqual([])
    })
  })

  it.each(databases)(
    "shows captured mail that comes while somebody looks, on %s",
    async (_, makeUrl) => {
      const server = await serve({
        TELEMARK_DATABASE_URL: await makeUrl(),
        TELEMARK_FROM: "Shop <shop@example.com>"
      })
      const client = clientOf(server.url, server.key ?? "")
      const opened = await signIn(server.dashboard_url)
      const { page } = opened
      await goTo(page, "Inbox")
      await client.send({ to: "ada@example.com", subject: "Before anybody looks", text: "Hello" })
      await page.getByText("Before anybody looks").waitFor()
      await client.send({
        to: "ada@example.com",
        subject: "While somebody looks",
        html: '<p>Read me</p><a href="http://shop.example/">Shop</a>'
      })
      await page.getByText("While somebody looks").waitFor()
      await page.getByText("While somebody looks").click()
      await page.frameLocator("iframe").getByText("Read me").waitFor()
      await page.getByRole("tab", { name: /^Links/ }).click()
      await page.getByText("http://shop.example/").first().waitFor()
      expect(await faultsOf(opened, new URL(server.url).origin)).toEqual([])
    }
  )

  it.each(looks)("shows every page of the navigation soundly: %s", async (_, options) => {
    const { client, environment, origin } = await started(await sqliteUrl())
    await client.send({
      to: ["ada@example.com", "bob@example.com"],
      subject: "Your receipt",
      html: "<h1>Thank you</h1>"
    })
    await client.post("/domains", { domain: "shop.example" })
    await client.post("/templates", {
      id: "receipt",
      name: "Receipt",
      subject_template: "Your receipt",
      html: "<h1>Thank you</h1>"
    })
    const { dashboard_url } = JSON.parse(
      await command(["dashboard", "--json"], {
        ...environment,
        TELEMARK_PORT: new URL(origin).port
      })
    ) as { readonly dashboard_url: string }
    const opened = await open(dashboard_url, options)
    const heading = opened.page.locator("main h1")
    // Behind a button on narrow screens.
    await opened.page.locator("nav a").first().waitFor({ state: "attached" })
    const paths = await opened.page
      .locator("nav a[href^='/']")
      .evaluateAll((links) =>
        links.map((link) => new URL((link as unknown as { readonly href: string }).href).pathname)
      )
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      const before = opened.errors.length
      await opened.page.goto(`${origin}${path}`)
      await heading.waitFor()
      await opened.page.locator("main .empty[role=status]").first().waitFor({ state: "detached" })
      // That a tenant has no server of its own is what the interface answers 404 to.
      const errors = opened.errors
        .slice(before)
        .filter((error) => path !== "/smtp" || !error.includes("404"))
      expect(await faultsOf({ ...opened, errors }, origin), path).toEqual([])
    }
  })
})
