import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, what is kept about a person", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  const known = async (address: string) => {
    const { emails, suppressions } = dashboard.telemark
    await emails.send({ to: address, subject: "Hello", text: "Hello" })
    await emails.send({
      to: address,
      subject: "Later",
      text: "x",
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    await suppressions.add({ email_address: address })
  }
  const lookUp = async (
    page: Awaited<ReturnType<TestDashboard["open"]>>["page"],
    address: string,
    german = false
  ) => {
    await page.getByLabel(german ? "Adresse" : "Address").fill(address)
    await page.getByRole("button", { name: german ? "Nachsehen" : "Look up" }).click()
    await page
      .getByRole("heading", { name: german ? "Was aufbewahrt wird" : "What is kept" })
      .waitFor()
  }

  it.each(looks)("is accessible and fits: %s", async (name, options) => {
    const opened = await dashboard.open("/people", options)
    await lookUp(opened.page, "nobody@example.com", name.includes("German"))
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
    await opened.close()
  })

  it("is counted, saved whole, and erased once the address was typed; the page's own address never has it", async () => {
    const address = "ada@example.com"
    await known(address)
    const { page } = await dashboard.open("/people")
    await page.getByLabel("Address").fill("nobody")
    await page.getByRole("button", { name: "Look up" }).click()
    await page.getByLabel("Address").and(page.locator("[aria-invalid=true]")).waitFor()
    await lookUp(page, "Ada@Example.com")
    const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`).innerText()
    expect([await fact("Messages"), await fact("Suppressions")]).toEqual(["2", "1"])

    const saving = page.waitForEvent("download")
    await page.getByRole("button", { name: "Save everything as JSON" }).click()
    const saved = JSON.parse(await readFile(await (await saving).path(), "utf8")) as {
      readonly emails: ReadonlyArray<object>
    }
    expect(saved).toMatchObject({ email_address: "Ada@Example.com", next: null })
    expect(saved.emails).toHaveLength(2)

    await page.getByRole("button", { name: "Erase" }).click()
    const dialog = page.getByRole("dialog", { name: "Erase this person?" })
    expect(await dialog.getByRole("button", { name: "Erase" }).isDisabled()).toBe(true)
    await dialog.getByLabel("Type Ada@Example.com to confirm").fill("Ada@Example.com")
    await dialog.getByRole("button", { name: "Erase" }).click()
    await page.getByText("Nothing is left under this address.").waitFor()
    expect([await fact("Messages"), await fact("Cancelled")]).toEqual(["2", "1"])
    expect(page.url().toLowerCase()).not.toContain("ada")
    const { data } = await dashboard.telemark.emails.list()
    expect(JSON.stringify(data)).not.toContain(address)
    await page.close()
  })
})
