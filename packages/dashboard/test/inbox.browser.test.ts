import { say, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

/** Something of everything that the tabs look at. */
const receipt = `<html><head><style>@media (max-width: 600px) { td { display: block } } a:hover { color: red }</style></head><body>
  <div style="display: grid; gap: 8px; max-width: 600px"><img src="https://shop.example/logo.svg"></div>
  <p>Hello {{name}}, <a href="https://shop.example/orders/1042">your order</a>, <a href="http://shop.example/terms">terms</a>, <a href="#">help</a>,
  <a href="javascript:alert(1)">pay</a>, <a href="http://localhost:3000/track">track</a>, <a href="https://shop.example/{{id}}">view</a>, <a href="mailto:">write</a>, <a>nowhere</a></p></body></html>`

describe.runIf(hasBrowser())("in a browser, captured mail", () => {
  let dashboard: TestDashboard
  let server: SmtpPeer
  let id = ""
  let plain = ""

  const send = async (
    request: Parameters<TestDashboard["telemark"]["emails"]["send"]>[0]
  ): Promise<string> => (await dashboard.telemark.emails.send(request)).queued[0]?.id ?? ""

  beforeAll(async () => {
    server = await startSmtpPeer({ login: { user: "shop", password: "hunter2" } })
    dashboard = await startDashboard()
    for (let index = 0; index < 55; index += 1)
      await send({
        to: `user${String(index)}@example.net`,
        subject: `News ${String(index)}`,
        text: "Hello."
      })
    plain = await send({
      to: "grace@example.org",
      subject: "Your trial ends",
      text: "Tomorrow: https://shop.example/trial"
    })
    id = await send({
      to: "Ada Lovelace <ada@example.com>",
      subject: "Your receipt 1042",
      html: receipt,
      text: "Your order: https://shop.example/orders/1042."
    })
  })
  afterAll(async () => {
    await dashboard.close()
    await server.close()
  })

  it.each(looks)(
    "is accessible, fits, and asks no other host for anything: %s",
    async (_, options) => {
      const paths = [
        "/inbox",
        "/inbox?q=nothing-like-it",
        ...["", "?tab=links", "?tab=compatibility"].map((tab) => `/inbox/${id}${tab}`)
      ]
      for (const path of paths) {
        const opened = await dashboard.open(path, options)
        await opened.page
          .locator("main table, main [role=tabpanel], main .empty h2")
          .first()
          .waitFor()
        expect(await faultsOf(opened, dashboard.origin), path).toEqual([])
        await opened.close()
      }
    }
  )

  it("stands in the navigation, below the messages", async () => {
    const { page } = await dashboard.open("/messages")
    await page
      .getByRole("navigation", { name: "Main navigation" })
      .getByRole("link", { name: "Inbox" })
      .click()
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe("/inbox")
  })

  it("is searched by recipient and subject, turned page by page, and the address shows which", async () => {
    const { page } = await dashboard.open("/inbox")
    await page.getByRole("link", { name: "News 54" }).waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByRole("link", { name: "News 0", exact: true }).waitFor()
    await page.goBack()
    await page.getByRole("searchbox", { name: "Search" }).fill("RECEIPT")
    await page.waitForURL(/q=RECEIPT/)
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1)
    await page.reload()
    await page.getByRole("link", { name: "Your receipt 1042" }).waitFor()
    await page.getByRole("searchbox", { name: "Search" }).fill("user7@")
    await page.getByRole("link", { name: "News 7" }).waitFor()
    // Words of both, as messages are searched.
    await page.getByRole("searchbox", { name: "Search" }).fill("receipt ada")
    await page.getByRole("link", { name: "Your receipt 1042" }).waitFor()
    await page.getByRole("searchbox", { name: "Search" }).fill("nothing like it")
    await page.getByRole("heading", { name: "No captured mail matches" }).waitFor()
  })

  it("stands in two lines each on a phone, without repeated names", async () => {
    const { page } = await dashboard.open("/inbox", { width: 390, height: 844 })
    await page.getByRole("link", { name: "Your receipt 1042" }).waitFor()
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights).toHaveLength(50)
    expect(Math.max(...heights)).toBeLessThan(75)
    expect(await page.locator("tbody [data-label]").count()).toBe(0)
    // The mail's own page has what the rows leave out.
    await page.getByRole("link", { name: "Your receipt 1042" }).click()
    await page.getByRole("button", { name: "Release" }).waitFor()
    await page.getByRole("button", { name: "Delete" }).waitFor()
  })

  it("is opened with the keyboard alone, and shows what it says", async () => {
    const { page } = await dashboard.open("/inbox?q=receipt")
    await page.getByRole("link", { name: "Your receipt 1042" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Your receipt 1042" }).waitFor()
    await page.getByText("ada@example.com", { exact: true }).waitFor()
    await page.frameLocator("iframe").getByText("your order").waitFor()
    await page.getByRole("tab", { name: "Preview" }).focus()
    for (const name of ["Text", "Headers", "Source", "Attachments", "Links", "Compatibility"]) {
      await page.keyboard.press("ArrowRight")
      await page.getByRole("tab", { name, selected: true }).waitFor()
    }
    await page.waitForURL(/tab=compatibility/)
  })

  it("has its links checked, and none can be followed", async () => {
    const { page } = await dashboard.open(`/inbox/${id}?tab=links`)
    const panel = page.getByRole("tabpanel")
    await panel.getByText("Links checked: 9. With a problem: 7.").waitFor()
    for (const [address, problem] of [
      ["javascript:alert(1)", "Script"],
      ["http://localhost:3000/track", "This computer"],
      ["https://shop.example/{{id}}", "Placeholder left"],
      ["http://shop.example/terms", "Not encrypted"],
      ["mailto:", "No recipient"],
      ["(no address)", "Leads nowhere"]
    ] as const) {
      expect(
        await panel
          .getByRole("row")
          .filter({ hasText: address })
          .getByText(problem, { exact: true })
          .count(),
        address
      ).toBe(1)
    }
    expect(await panel.locator("a").count()).toBe(0)
  })

  it("is compared with what mail clients show, by a list of our own", async () => {
    const { page } = await dashboard.open(`/inbox/${id}?tab=compatibility`)
    const panel = page.getByRole("tabpanel")
    await panel.getByText("our own short list").waitFor()
    const grid = panel.getByRole("row").filter({ hasText: "Put columns into a table." })
    expect(await grid.getByRole("cell").allInnerTexts()).toEqual([
      expect.stringContaining("display: grid"),
      "no",
      "no",
      "yes",
      "yes",
      "no"
    ])
    for (const name of [
      "Gap",
      "Maximum width",
      "Media queries",
      "Hover",
      "SVG images",
      "Images without text"
    ])
      await panel.getByText(name, { exact: true }).waitFor()
    await page.goto(`${dashboard.origin}/inbox/${plain}?tab=compatibility`)
    await page.getByText("This mail has no html").waitFor()
  })

  it("runs, loads and leads nowhere, whatever it says", async () => {
    const hostile = await send({
      to: "ada@example.com",
      subject: "Hostile",
      html: `<script>top.ran = 1</script><img src=x onerror="top.ran=1"><a href="javascript:top.ran=1" onclick="top.ran=1">go</a><a href="http://evil.example/">\u202eevil</a>
        <style>@import "http://evil.example/x.css"; p { background: url(http://evil.example/y) }</style><img src="http://evil.example/pixel.gif"><base href="http://evil.example/"><meta http-equiv="refresh" content="0;url=http://evil.example/">
        <a href='"><img src=x onerror=top.ran=1>'>x</a><p style='background:url("http://evil.example/z");display:grid;--x:"><script>top.ran=1</script>'>x</p>`
    })
    const { page, requests } = await dashboard.open(`/inbox/${hostile}`)
    const frame = page.frameLocator("iframe")
    await frame.getByRole("link", { name: "go" }).click({ force: true })
    await page.getByRole("tab", { name: "Links" }).click()
    await page
      .getByRole("row")
      .filter({ hasText: "javascript:top.ran=1" })
      .getByText("Script", { exact: true })
      .waitFor()
    expect(await page.getByRole("tabpanel").locator("a, img").count()).toBe(0)
    await page.getByRole("tab", { name: "Compatibility" }).click()
    await page.getByText("display: grid").waitFor()
    expect(await page.getByRole("tabpanel").locator("a, img, script").count()).toBe(0)
    expect(await page.evaluate("globalThis.ran")).toBeUndefined()
    expect(requests.filter((url) => !url.startsWith(`${dashboard.origin}/`))).toEqual([])
    expect(new URL(page.url()).pathname).toBe(`/inbox/${hostile}`)
  })

  it("is released to a real address, and shows what the mail server says", async () => {
    const { page } = await dashboard.open("/inbox?q=receipt")
    const release = async (to: string): Promise<void> => {
      await page.getByRole("dialog").getByLabel("Address").fill(to)
      await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click()
    }
    await page.getByRole("button", { name: "Release: Your receipt 1042" }).click()
    await release("nobody")
    await page.getByRole("dialog").getByText("must be an email address").waitFor()
    await release("grace@example.com")
    const alert = page.getByRole("dialog").getByRole("alert")
    await alert.getByText("There is no mail server to send it through").waitFor()
    expect(await alert.innerText()).not.toMatch(/POST|TELEMARK_/)
    expect(
      await alert.getByRole("link", { name: "Set up your SMTP server" }).getAttribute("href")
    ).toBe("/smtp")
    await dashboard.telemark.smtpConfig.save({
      provider: "custom",
      host: "127.0.0.1",
      port: server.port,
      username: "shop",
      password: "hunter2",
      tls_required: false
    })
    server.forget()
    server.follow(say("rcpt", "550 5.1.1 No such user"))
    await release("grace@example.com")
    await page.getByRole("dialog").getByText("550 5.1.1 No such user", { exact: true }).waitFor()
    server.follow()
    await release("grace@example.com")
    await page.getByText("The mail server took the mail for grace@example.com.").waitFor()
    expect(server.mails.map(({ envelope }) => envelope)).toEqual([
      { from: "shop@example.com", to: ["grace@example.com"] }
    ])
    await page.getByRole("cell", { name: "Released" }).waitFor()
    await page.getByRole("link", { name: "Your receipt 1042" }).click()
    await page.getByText("grace@example.com").first().waitFor()
  })

  it("offers nothing that the person may not do", async () => {
    const { page } = await dashboard.open("/inbox?q=receipt")
    await page.route("**/session", async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        json: { ...((await response.json()) as object), scopes: ["email:read"] }
      })
    })
    await page.reload()
    await page.getByRole("link", { name: "Your receipt 1042" }).waitFor()
    expect(await page.getByRole("button", { name: /Release|Delete/ }).count()).toBe(0)
  })

  it("is deleted one by one, or all at once", async () => {
    const { page } = await dashboard.open("/inbox?q=News%205")
    await page.getByRole("button", { name: "Delete: News 54" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByText("The mail was deleted.").waitFor()
    await page.getByRole("link", { name: "News 54" }).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "News 53" }).click()
    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.waitForURL((url) => url.pathname === "/inbox")
    await page.getByRole("link", { name: "News 52" }).waitFor()
    await page.getByRole("button", { name: "Delete all" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    expect(await dashboard.telemark.inbox.list()).not.toEqual([])
    await page.getByRole("button", { name: "Delete all" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).click()
    await page.getByText("All captured mail was deleted.").waitFor()
    await page.getByRole("heading", { name: "No mail yet" }).waitFor()
    expect(await dashboard.telemark.inbox.list()).toEqual([])
  })

  it("says so once it is no longer kept", async () => {
    const opened = await dashboard.open("/inbox/em_0")
    await opened.page
      .getByRole("heading", { name: "This mail is no longer in the inbox" })
      .waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("says how it gets there where there is none yet", async () => {
    const opened = await dashboard.open("/inbox", { width: 360, height: 640 })
    await opened.page.getByRole("region", { name: "Command that sends an email" }).waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })
})
