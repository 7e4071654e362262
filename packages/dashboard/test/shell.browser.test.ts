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

  it("says that there is no such page", async () => {
    const { page } = await dashboard.open("/nothing/here")
    expect(await page.locator("main h1").innerText()).toBe("There is no such page.")
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
