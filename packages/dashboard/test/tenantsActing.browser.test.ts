import type { OpenPage } from "@telemark-tools/browser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

type Page = OpenPage["page"]

describe.runIf(hasBrowser())("in a browser, an operator who acts as a tenant", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    for (const name of ["globex", "shop-2", "shop-3", "shop-4", "shop-6"])
      await dashboard.telemark.tenants.create({ name })
    await dashboard.telemark.tenants.pause("globex")
    await dashboard.telemark
      .tenant("globex")
      .suppressions.add({ email_address: "globex@example.com" })
  })
  afterAll(() => dashboard.close())

  const bannerOf = (page: Page) => page.getByRole("complementary", { name: "For whom you act" })

  it.each(looks)("sees so on a page that is accessible and fits: %s", async (_, options) => {
    const opened = await dashboard.open("/tenants/globex", options)
    await opened.page.locator(".page-head .button-primary").click()
    await opened.page.locator(".acting .badge").waitFor()
    await opened.page.locator("main h1").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("acts as a tenant on every page, also after a reload, until it goes back", async () => {
    const { page } = await dashboard.open("/tenants/globex")
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    const banner = bannerOf(page)
    await banner.getByText("Acting as globex.").waitFor()
    await banner.getByText("Sending is paused").waitFor()
    await expect.poll(() => page.title()).toBe("Overview · globex · Telemark")
    await page.getByText("Sending is paused by the operator.").waitFor()
    expect(await page.getByRole("heading", { name: "Deployment" }).count()).toBe(0)
    await page.getByRole("link", { name: "Suppressions" }).click()
    await page.getByRole("cell", { name: "globex@example.com", exact: true }).waitFor()
    expect(await banner.isVisible()).toBe(true)
    await page.getByRole("button", { name: "Suppress an address" }).click()
    await page.getByRole("dialog").getByLabel("Address").fill("added@example.com")
    await page.getByRole("dialog").getByRole("button", { name: "Suppress an address" }).click()
    await page.getByText("added@example.com is suppressed.").waitFor()
    expect(
      await dashboard.telemark.tenant("globex").suppressions.check("added@example.com")
    ).toMatchObject({ suppressed: true })
    expect(await dashboard.telemark.suppressions.check("added@example.com")).toMatchObject({
      suppressed: false
    })
    await page.reload()
    await page.getByRole("cell", { name: "added@example.com", exact: true }).waitFor()
    await banner.getByText("Acting as globex.").waitFor()
    await banner.getByRole("button", { name: "Back to default" }).click()
    await page.getByRole("heading", { name: "globex", level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    await page.getByRole("link", { name: "Suppressions" }).click()
    await page.getByText("No suppressed addresses").waitFor()
    await page.reload()
    await page.getByText("No suppressed addresses").waitFor()
    expect(await banner.count()).toBe(0)
  })

  it("follows the events of the tenant it acts as", async () => {
    const { page } = await dashboard.open("/tenants/shop-2")
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    await bannerOf(page).waitFor()
    const streams = page.waitForRequest(/\/v1\/events\/stream/)
    await page.getByRole("link", { name: "Messages" }).click()
    await page.reload()
    expect((await streams).headers()["x-telemark-tenant"]).toBe("shop-2")
    await page.locator("main h1").waitFor()
    await dashboard.telemark.tenant("shop-2").emails.send({
      from: "c@example.com",
      to: "seen@example.com",
      subject: "Seen",
      text: "Hello"
    })
    await dashboard.telemark.emails.send({
      to: "unseen@example.com",
      subject: "Unseen",
      text: "Hello"
    })
    await page.getByText("seen@example.com", { exact: true }).waitFor()
    expect(await page.getByText("unseen@example.com").count()).toBe(0)
  })

  it("leaves unsaved work of the former tenant where it is, without asking whether to stay", async () => {
    const { page } = await dashboard.open("/tenants/shop-3")
    const { id } = await dashboard.telemark.tenant("shop-3").templates.create({
      id: "welcome",
      name: "Welcome",
      subject_template: "Welcome",
      mjml_source:
        "<mjml><mj-body><mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>"
    })
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    await bannerOf(page).waitFor()
    await page.goto(`${dashboard.origin}/templates/${id}`)
    await page.getByLabel("Subject").fill("Changed")
    let asked = 0
    page.on("dialog", (dialog) => {
      asked++
      void dialog.accept()
    })
    await page.getByRole("button", { name: "Back to default" }).click()
    await page.getByRole("heading", { name: "shop-3", level: 1 }).waitFor()
    expect(asked).toBe(0)
    expect(await page.evaluate("localStorage.getItem('telemark.draft.shop-3.welcome')")).toContain(
      "Changed"
    )
  })

  it("says of a tenant that is gone that it is, and leads back", async () => {
    const { page } = await dashboard.open("/tenants/shop-4")
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    const banner = bannerOf(page)
    await banner.waitFor()
    await dashboard.telemark.tenants.remove("shop-4")
    await page.reload()
    await banner.getByText("This tenant no longer exists.").waitFor()
    await banner.getByRole("button", { name: "Back to default" }).click()
    await page.getByRole("heading", { name: "Tenants", level: 1 }).waitFor()
    expect(await banner.count()).toBe(0)
    await page.goto(`${dashboard.origin}/tenants/shop-4`)
    await page.getByText("There is no tenant shop-4.").waitFor()
  })

  it("acts for nobody else once the tenant it acts as is removed", async () => {
    const { page } = await dashboard.open("/tenants/shop-6")
    await page.getByRole("button", { name: "Act as this tenant" }).click()
    const banner = bannerOf(page)
    await banner.waitFor()
    await page.getByRole("link", { name: "Tenants" }).click()
    await page
      .getByRole("row", { name: /shop-6/ })
      .getByText("Acting")
      .waitFor()
    await page.getByRole("link", { name: "shop-6" }).click()
    await page.getByRole("button", { name: "Remove tenant" }).click()
    await page.getByLabel("Type shop-6 to confirm").fill("shop-6")
    await page.getByRole("dialog").getByRole("button", { name: "Remove tenant" }).click()
    await banner.waitFor({ state: "detached" })
    await page.getByRole("heading", { name: "Tenants", level: 1 }).waitFor()
  })
})
