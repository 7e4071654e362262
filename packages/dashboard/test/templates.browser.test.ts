import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, the list of templates", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    await dashboard.telemark.templates.create({
      id: "receipt",
      name: "Receipt",
      subject_template: "Your receipt {{number}}",
      html: "<h1>Thank you</h1><img src='https://shop.example/logo.png' alt='Shop'>"
    })
    await dashboard.telemark.templates.create({
      id: "old",
      name: "Old news",
      subject_template: "News",
      html: "<p>Old</p>"
    })
    await dashboard.telemark.templates.deactivate("old")
  })
  afterAll(() => dashboard.close())

  it.each(looks)(
    "and the starters are accessible, fit and load nothing: %s",
    async (_, options) => {
      for (const path of ["/templates?state=all", "/templates/-/new"]) {
        const opened = await dashboard.open(path, options)
        await opened.page.locator("iframe").first().waitFor()
        expect(await faultsOf(opened, dashboard.origin)).toEqual([])
        await opened.close()
      }
    }
  )

  it("shows what each compiled to, and finds by words and state", async () => {
    const { page } = await dashboard.open("/templates")
    await page.frameLocator("iframe").getByText("Thank you").waitFor()
    expect(await page.getByRole("link", { name: "Old news" }).count()).toBe(0)
    await page.getByLabel("Show").selectOption("Inactive")
    await page.getByRole("link", { name: "Old news" }).waitFor()
    await page.getByLabel("Search").fill("receipt")
    await page.getByText("No template matches.").waitFor()
    await page.getByLabel("Show").selectOption("All")
    await page.getByRole("link", { name: "Receipt" }).waitFor()
    await page.reload()
    expect(await page.getByLabel("Search").inputValue()).toBe("receipt")
    expect(await page.getByRole("link", { name: "Old news" }).count()).toBe(0)
  })

  it("creates one from a starter, with an id made of its name", async () => {
    const { page } = await dashboard.open("/templates")
    await page.getByRole("link", { name: "New template" }).click()
    await page.getByRole("button", { name: "Welcome", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Größer & schöner")
    expect(await dialog.getByLabel("Id").inputValue()).toBe("grosser-schoner")
    await dialog.getByLabel("Id").fill("receipt")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Id").fill("hello")
    await dialog.getByRole("button", { name: "Create" }).click()
    await page.waitForURL("**/templates/hello")
    expect(await dashboard.telemark.templates.get("hello")).toMatchObject({
      name: "Größer & schöner",
      version: 1,
      active: true
    })
  })
})
