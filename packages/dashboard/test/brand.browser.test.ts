import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, the brand", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  it.each(looks)("is accessible and fits: %s", async (_, options) => {
    const opened = await dashboard.open("/brand", options)
    await opened.page.locator("iframe").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("is changed, shown in a starter, said to be wrong at its field, and reset", async () => {
    const { page } = await dashboard.open("/brand")
    await page.getByLabel("Name", { exact: true }).fill("Fjord & Sons")
    await page.getByLabel("Buttons and links", { exact: true }).fill("green")
    await page.getByRole("button", { name: "Save" }).click()
    await page
      .getByLabel("Buttons and links", { exact: true })
      .and(page.locator("[aria-invalid=true]"))
      .waitFor()
    await page.getByLabel("Buttons and links: pick a colour").fill("#0b6b5d")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    await page.frameLocator("iframe").getByText("Fjord & Sons").first().waitFor()
    expect(await dashboard.telemark.brand.get()).toMatchObject({
      name: "Fjord & Sons",
      primary_color: "#0b6b5d",
      logo_url: null
    })
    await page.getByRole("button", { name: "Reset to defaults" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Reset to defaults" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect(await dashboard.telemark.brand.get()).toMatchObject({ name: "Your company" })
  })
})
