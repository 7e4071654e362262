import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, suppressions", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    await dashboard.telemark.topics.create({ id: "news", name: "News" })
    for (let index = 0; index < 51; index++)
      await dashboard.telemark.suppressions.add({
        email_address: `reader${String(index)}@example.com`,
        reason: "bounce"
      })
    await dashboard.telemark.suppressions.add({
      email_address: "reader0@example.com",
      topic: "news",
      reason: "unsubscribe"
    })
  })
  afterAll(() => dashboard.close())

  const check = (address: string) => dashboard.telemark.suppressions.check(address)

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    const opened = await dashboard.open("/suppressions", options)
    await opened.page.getByRole("table").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })

  it("tells of an address, in any spelling, whether it gets mail", async () => {
    const { page } = await dashboard.open("/suppressions")
    const address = page.getByLabel("Search", { exact: true })
    await address.fill("READER1@example.com")
    await page.getByText("READER1@example.com gets no mail at all.").waitFor()
    await address.fill("nobody@example.com")
    await page.getByText("nobody@example.com gets mail.").waitFor()
  })

  it("suppresses an address for one topic or for all mail, and allows it again", async () => {
    const { page } = await dashboard.open("/suppressions")
    await page.getByRole("button", { name: "Suppress an address" }).click()
    const dialog = page.getByRole("dialog", { name: "Suppress an address" })
    await dialog.getByLabel("Address").fill("ada")
    await dialog.getByRole("button", { name: "Suppress an address" }).click()
    await dialog.locator("[aria-invalid=true]:focus").waitFor()
    await dialog.getByLabel("Address").fill("ada@example.com")
    await dialog.getByLabel("Mail").selectOption("News")
    await dialog.getByRole("button", { name: "Suppress an address" }).click()
    await page.getByText("ada@example.com is suppressed.").waitFor()
    expect(await check("ada@example.com")).toMatchObject({
      suppressed: false,
      topics: [{ topic: "news", reason: "manual" }]
    })
    await page.getByRole("button", { name: "Allow again: ada@example.com" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Allow again" }).click()
    await page.getByText("ada@example.com gets mail again.").waitFor()
    expect(await check("ada@example.com")).toMatchObject({ topics: [] })
  })

  it("finds addresses by their beginning and their reason", async () => {
    const { page } = await dashboard.open("/suppressions")
    await page.getByLabel("Search").fill("READER4")
    await page.waitForURL(/email=READER4/)
    const rows = page.getByRole("table").getByRole("row")
    // reader4 and reader40 to reader49.
    await rows.nth(12).waitFor({ state: "detached" })
    expect(await rows.count()).toBe(12)
    await page.getByLabel("Reason").selectOption("Spam report")
    await page.getByText("No suppressed address matches.").waitFor()
  })

  it("imports a file, names the rows that were left out, and exports what the filters show", async () => {
    const opened = await dashboard.open("/suppressions")
    const { page } = opened
    await page.getByRole("button", { name: "Import" }).click()
    const dialog = page.getByRole("dialog", { name: "Import addresses" })
    await dialog.getByRole("button", { name: "Import" }).click()
    await dialog.getByText("Choose a file.").waitFor()
    const many = Array.from(
      { length: 5_000 },
      (_, index) => `imported${String(index)}@example.org,complaint`
    )
    await dialog.getByLabel("File").setInputFiles({
      name: "list.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        ["email_address,reason", ...many, "nobody,manual", "reader1@example.com,manual", ""].join(
          "\n"
        )
      )
    })
    await dialog.getByRole("button", { name: "Import" }).click()
    const result = page.getByRole("dialog", { name: "Imported" })
    expect(await result.getByRole("status").innerText()).toMatch(
      /New\s+5,000\s+Suppressed before\s+1\s+Left out\s+1/
    )
    await result.getByRole("cell", { name: "5,002" }).waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await result.getByRole("button", { name: "Close" }).last().click()
    await page.getByLabel("Reason").selectOption("Spam report")
    await page.getByLabel("Search").fill("imported49")
    await page.waitForURL(/email=imported49/)
    await page
      .getByRole("cell", { name: /^imported49/ })
      .first()
      .waitFor()
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export" }).click()
    const lines = (await readFile(await (await saved).path(), "utf8")).trim().split(/\r?\n/)
    // The head, imported49, imported490 to 499, and imported4900 to 4999.
    expect(lines).toHaveLength(112)
    expect(lines[0]).toContain("email_address")
  })

  it("filters by topic and turns pages, both kept in the address", async () => {
    const { page } = await dashboard.open("/suppressions?email=reader")
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(50).waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    await rows.nth(50).waitFor({ state: "detached" })
    expect(await rows.count()).toBe(3)
    await page.getByLabel("Topic").selectOption("News")
    await page.getByRole("cell", { name: "Topic News" }).waitFor()
    await page.reload()
    await page.getByRole("cell", { name: "Topic News" }).waitFor()
    expect(await rows.count()).toBe(2)
  })
})
