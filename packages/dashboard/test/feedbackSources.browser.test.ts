import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, feedback sources", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard({ publicUrl: "https://mail.example.com" })
    await dashboard.telemark.feedbackSources.create({ provider: "sendgrid" })
    const reports = Array.from({ length: 51 }, (_, index) => ({
      email_id: `em_0199a0b0c0d0700080000000000${String(10_000 + index)}`,
      kind: "bounced" as const,
      smtp_response: "550 5.1.1 No such user"
    }))
    await dashboard.telemark.feedback.recordBatch(reports)
  })
  afterAll(() => dashboard.close())

  it.each(looks)("are accessible and fit: %s", async (_, options) => {
    for (const path of ["/feedback-sources", "/feedback-sources?tab=unmatched"]) {
      const opened = await dashboard.open(path, options)
      await opened.page.getByRole("table").waitFor()
      expect(await faultsOf(opened, dashboard.origin)).toEqual([])
      await opened.close()
    }
  })

  it("makes the address for a provider, shows it once with what to do there, and removes it", async () => {
    const { page } = await dashboard.open("/feedback-sources")
    await page.getByRole("button", { name: "Add source" }).click()
    const dialog = page.getByRole("dialog", { name: "Add source" })
    await dialog.getByLabel("Provider").selectOption("Postmark")
    expect(await dialog.getByLabel("Credential").count()).toBe(0)
    await dialog.getByRole("button", { name: "Create" }).click()
    const shown = page.getByRole("dialog", { name: "The address for Postmark" })
    const url = await shown.getByRole("region", { name: "Address" }).innerText()
    expect(url).toMatch(/^https:\/\/mail\.example\.com\/hooks\/postmark\/[\w-]{20,}$/)
    expect(await shown.getByRole("listitem").count()).toBeGreaterThan(1)
    await shown.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Remove: Postmark" }).click()
    expect(await page.content()).not.toContain(url)
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
    await page.getByText("The source was removed.").waitFor()
    expect(
      (await dashboard.telemark.feedbackSources.list()).data.map(({ provider }) => provider)
    ).toEqual(["sendgrid"])
  })

  it("says that a source lacks its credential, refuses a wrong one at its field, and stores the right one", async () => {
    const { page } = await dashboard.open("/feedback-sources")
    await page.getByText("Missing: calls are refused").waitFor()
    await page.getByRole("button", { name: "Credential: SendGrid" }).click()
    const dialog = page.getByRole("dialog", { name: "Credential of SendGrid" })
    await dialog.getByLabel("Credential").fill("nonsense")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.locator("[aria-invalid=true]:focus").waitFor()
    await dialog
      .getByLabel("Credential")
      .fill(
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA=="
      )
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByRole("cell", { name: "Stored" }).waitFor()
    expect((await dashboard.telemark.feedbackSources.list()).data[0]).toMatchObject({
      has_credential: true,
      needs_credential: false
    })
  })

  it("turns the pages of unmatched feedback, and back", async () => {
    const { page } = await dashboard.open("/feedback-sources")
    await page.getByRole("tab", { name: "Unmatched" }).click()
    const rows = page.getByRole("table").getByRole("row")
    await rows.nth(50).waitFor()
    await page.getByRole("button", { name: "Next" }).click()
    await page.getByRole("button", { name: "First page" }).waitFor()
    await rows.nth(50).waitFor({ state: "detached" })
    expect(await rows.count()).toBe(2)
    await page.goBack()
    await rows.nth(50).waitFor()
  })
})
