import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, topics and tracking", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard({ publicUrl: "https://mail.example.com" })
    await dashboard.telemark.topics.create({
      id: "news",
      name: "News",
      description: "What is new, once a month.",
      translations: { de: { name: "Neues" } }
    })
  })
  afterAll(() => dashboard.close())

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    for (const path of ["/topics", "/tracking"]) {
      const opened = await dashboard.open(path, options)
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      await opened.close()
    }
  })

  it("creates a topic in two languages, shows at its field what is wrong, changes it and removes it", async () => {
    const opened = await dashboard.open("/topics")
    const { page } = opened
    await page.getByRole("button", { name: "Create topic" }).click()
    const dialog = page.getByRole("dialog", { name: "Create topic" })
    await dialog.getByLabel("Id").fill("Not an id!")
    await dialog.getByLabel("Name").fill("Offers")
    await dialog.getByRole("button", { name: "Add a language" }).click()
    const german = dialog.getByRole("group", { name: "New language" })
    await german.getByLabel("Language").fill("de")
    await dialog.getByRole("group", { name: "Language de" }).getByLabel("Name").fill("Angebote")
    await dialog.getByRole("button", { name: "Create" }).click()
    await dialog.getByLabel("Id").and(dialog.locator("[aria-invalid=true]:focus")).waitFor()
    expect(await dashboard.telemark.topics.list()).toMatchObject({ data: [{ id: "news" }] })
    expect(
      await faultsOf(
        { ...opened, errors: opened.errors.filter((error) => !error.includes("400")) },
        dashboard.origin
      )
    ).toEqual([])

    await dialog.getByLabel("Id").fill("offers")
    await dialog.getByRole("button", { name: "Create" }).click()
    await page.getByText("Offers was created.").waitFor()
    await page.getByRole("button", { name: "Edit: Offers" }).click()
    const edited = page.getByRole("dialog", { name: "Change Offers" })
    await edited.getByLabel("Name").first().fill("Special offers")
    await edited.getByRole("button", { name: "Remove this language" }).click()
    await edited.getByRole("button", { name: "Save" }).click()
    await page.getByRole("cell", { name: "Special offers", exact: true }).waitFor()
    expect((await dashboard.telemark.topics.list()).data[1]).toMatchObject({
      id: "offers",
      name: "Special offers",
      translations: {}
    })

    await page.getByRole("button", { name: "Remove: Special offers" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page
      .getByRole("cell", { name: "Special offers", exact: true })
      .waitFor({ state: "detached" })
    expect((await dashboard.telemark.topics.list()).data.map(({ id }) => id)).toEqual(["news"])
  })

  it("turns the tracking of clicks on, and keeps it", async () => {
    const { page } = await dashboard.open("/tracking")
    await page.getByRole("checkbox", { name: "Clicks" }).check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved. It applies to sends from now on.").waitFor()
    expect(await dashboard.telemark.tracking.get()).toEqual({
      opens: false,
      clicks: true,
      available: true
    })
    await page.reload()
    expect(await page.getByRole("checkbox", { name: "Clicks" }).isChecked()).toBe(true)
  })
})
