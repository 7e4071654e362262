import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, the dashboard's shell", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  it.each(looks)(
    "is accessible, fits, and asks no other host for anything: %s",
    async (_, options) => {
      const opened = await dashboard.open("/", options)
      expect(await opened.page.evaluate("document.documentElement.lang")).toBe(
        options.locale === "de-DE" ? "de" : "en"
      )
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    }
  )

  it("opens and closes the navigation on narrow screens with the keyboard", async () => {
    const { page } = await dashboard.open("/", { width: 360, height: 640 })
    const menu = page.getByRole("button", { name: "Menu" })
    await menu.focus()
    await page.keyboard.press("Enter")
    expect(await page.getByRole("navigation").isVisible()).toBe(true)
    await page.keyboard.press("Enter")
    expect(await page.getByRole("navigation").isVisible()).toBe(false)
  })

  it("opens the navigation on narrow screens where one looks, however far the page is scrolled", async () => {
    const { page } = await dashboard.open("/brand", { width: 360, height: 640 })
    await page.getByLabel("Postal address").scrollIntoViewIfNeeded()
    expect(await page.evaluate("scrollY")).toBeGreaterThan(100)
    await page.getByRole("button", { name: "Menu" }).click()
    const navigation = page.getByRole("navigation")
    await navigation.getByRole("link", { name: "Overview" }).waitFor()
    const top = async () => (await navigation.boundingBox())?.y ?? -1
    expect(await top()).toBeGreaterThan(0)
    expect(await top()).toBeLessThan(120)
    await navigation.getByRole("link", { name: "Tenants" }).click()
    await page.getByRole("heading", { name: "Tenants", level: 1 }).waitFor()
    expect(await navigation.isVisible()).toBe(false)
  })

  it("says that there is no such page", async () => {
    const { page } = await dashboard.open("/nothing/here")
    expect(await page.locator("main h1").innerText()).toBe("Page not found")
  })

  it.each(looks)("has a command palette that is accessible and fits: %s", async (_, options) => {
    const opened = await dashboard.open("/domains", options)
    await opened.page.keyboard.press("Control+k")
    await opened.page.locator(".palette").getByRole("combobox").fill("te")
    await opened.page.locator(".palette").getByRole("option").first().waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("leads to pages, messages and what can be created with the keyboard alone", async () => {
    const { queued } = await dashboard.telemark.emails.send({
      to: "ada@example.com",
      subject: "Your receipt 4711",
      text: "Hello"
    })
    const { page } = await dashboard.open("/tracking")
    const palette = page.locator(".palette")
    const field = palette.getByRole("combobox")
    const ask = async (text: string): Promise<void> => {
      await page.keyboard.press("Control+k")
      await field.waitFor()
      await page.keyboard.type(text)
    }
    await ask("webh")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()

    await ask("your rec")
    await palette.getByRole("option", { name: "Your receipt 4711 ada@example.com" }).waitFor()
    await page.keyboard.press("ArrowUp")
    expect(await palette.getByRole("option", { selected: true }).allInnerTexts()).toEqual([
      "Search messages for “your rec”"
    ])
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/messages/${queued[0]?.id ?? ""}`)

    await ask("ada@example.com")
    await palette.getByRole("option", { name: "Search messages" }).click()
    await page.waitForURL("**/messages?q=ada%40example.com")

    await ask("create api")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Create key" }).waitFor()
    await page.keyboard.press("Control+k")
    expect(await field.count()).toBe(0)
    await page.keyboard.press("Escape")

    const opener = page.getByRole("button", { name: "Search Ctrl K" })
    await opener.click()
    await field.waitFor()
    await page.keyboard.press("Escape")
    await field.waitFor({ state: "detached" })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it("takes what is typed right behind the key of the palette, however slow the server is", async () => {
    const { page } = await dashboard.open("/tracking")
    await page.route("**/assets/**", (route) => route.abort())
    await page.keyboard.press("Control+k")
    await page.keyboard.type("webh")
    expect(await page.locator(".palette").getByRole("combobox").inputValue()).toBe("webh")
  })

  it("has a key that leads to the search field of each list", async () => {
    await dashboard.telemark.emails.send({ to: "ada@example.com", subject: "Hi", text: "Hello" })
    await dashboard.telemark.templates.create({
      id: "hi",
      name: "Hi",
      subject_template: "Hi",
      html: "<p>Hi</p>"
    })
    const { page } = await dashboard.open("/messages")
    for (const path of ["/messages", "/inbox", "/suppressions", "/templates", "/tenants"]) {
      await page.goto(`${dashboard.origin}${path}`)
      const field = page.getByRole("searchbox")
      await field.waitFor()
      const press = async () => {
        await page.keyboard.press("/")
        return field.evaluate((input) => input === document.activeElement)
      }
      await expect.poll(press, { message: path }).toBe(true)
      expect(await field.inputValue(), path).toBe("")
    }
  })

  it("changes language and appearance, and remembers both", async () => {
    const { page } = await dashboard.open("/")
    await page.locator("details.account summary").click()
    await page.getByLabel("Language").selectOption("de")
    await page.getByLabel("Darstellung").selectOption("dark")
    await page.reload()
    await page.getByRole("heading", { name: "Übersicht" }).waitFor()
    expect(await page.evaluate("document.documentElement.style.colorScheme")).toBe("dark")
  })
})
