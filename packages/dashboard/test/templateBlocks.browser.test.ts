import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

describe.runIf(hasBrowser())("in a browser, a template made of blocks", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  it("is begun, written, previewed, saved and sent", async () => {
    const { errors, page, requests } = await dashboard.open("/templates/-/new")
    expect(requests.some((url) => /\/Designer-[^/]*\.js$/.test(url))).toBe(false)
    await page.getByRole("button", { name: "Blocks", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Parcel")
    await dialog.getByRole("button", { name: "Create" }).click()
    await page.waitForURL("**/templates/parcel")

    const designer = page.getByRole("region", { name: "Block designer" })
    await designer.getByRole("button", { name: "Undo" }).waitFor()
    expect(requests.some((url) => /\/Designer-[^/]*\.js$/.test(url))).toBe(true)
    await designer.locator("[data-block=text]").click()
    await designer
      .getByRole("textbox", { name: "Text", exact: true })
      .fill("Your parcel is on its way to ")
    await designer.getByLabel("Insert a variable into Text").selectOption("name")
    await designer.getByRole("button", { name: "Footer", exact: true }).click()
    await designer.locator("[data-block=button]").click()
    await designer.getByLabel("Label", { exact: true }).fill("Follow it")
    await designer.getByLabel("Link", { exact: true }).fill("https://shop.example/parcel")
    await page.locator("iframe").last().contentFrame().getByText("on its way to there").waitFor()
    await page.locator("iframe").last().contentFrame().getByText("Follow it").waitFor()

    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved as version 2.").waitFor()
    expect((await dashboard.telemark.templates.get("parcel")).design_json?.blocks).toMatchObject([
      { type: "heading" },
      { type: "text", html: "<p>Your parcel is on its way to {{name}}</p>" },
      { type: "footer" },
      { type: "button", href: "https://shop.example/parcel" }
    ])
    // Saving ends nothing: what was done before can still be undone.
    await designer.getByRole("button", { name: "Undo" }).click()
    expect(await designer.getByLabel("Link", { exact: true }).inputValue()).toBe(
      "https://example.com"
    )
    await designer.getByRole("button", { name: "Redo" }).click()
    expect(await designer.getByLabel("Link", { exact: true }).inputValue()).toBe(
      "https://shop.example/parcel"
    )

    await page.getByRole("button", { name: "Send a test" }).click()
    await page.getByRole("dialog").getByLabel("To").fill("ada@example.com")
    await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click()
    await page.getByRole("dialog").getByText("Sent to ada@example.com.").waitFor()
    const [sent] = (await dashboard.telemark.emails.list()).data
    const content = await dashboard.telemark.emails.content(sent?.id ?? "")
    expect(content.html).toContain("Follow it")
    expect(content.text).toContain("Your parcel is on its way to there")
    expect(errors).toEqual([])
  })

  it("leads to the block that a save was refused for, and back to one that was deleted", async () => {
    await dashboard.telemark.templates.create({
      id: "refused",
      name: "Refused",
      subject_template: "Hello",
      design_json: {
        schema_version: 1,
        blocks: [
          { id: "title", type: "heading", text: "Good morning", level: 1, align: "left" },
          { id: "open", type: "button", label: "Open", href: "https://example.com", align: "left" },
          { id: "line", type: "divider" }
        ]
      }
    })
    const { page } = await dashboard.open("/templates/refused")
    const block = (id: string) => page.locator(`[data-block=${id}]`)
    await block("title").click()
    // An example is no issue.
    expect(await page.getByRole("button", { name: /issue/ }).count()).toBe(0)
    await page.keyboard.press("Delete")
    await page.keyboard.press("Control+z")
    await expect
      .poll(() => block("title").evaluate((element) => element === document.activeElement))
      .toBe(true)

    await block("line").click()
    await page.getByRole("textbox", { name: "Line colour", exact: true }).fill("rd")
    await block("title").click()
    await page.getByRole("tab", { name: "Settings" }).click()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Not saved: the selected block has an error.").waitFor()
    await page.getByRole("textbox", { name: "Line colour", exact: true }).waitFor()
  })

  it.each(looks)("is accessible and fits: %s", async (_, options) => {
    await dashboard.telemark.templates.create({
      id: `look-${options.colorScheme ?? "light"}-${String(options.width ?? 0)}`,
      name: "Look",
      subject_template: "Hello",
      design_json: {
        schema_version: 1,
        blocks: [{ id: "a", type: "heading", text: "Good morning", level: 1, align: "left" }]
      }
    })
    const opened = await dashboard.open(
      `/templates/look-${options.colorScheme ?? "light"}-${String(options.width ?? 0)}`,
      options
    )
    await opened.page.locator("[data-block=a]").waitFor()
    await opened.page.locator("iframe").last().contentFrame().getByText("Good morning").waitFor()
    expect(await faultsOf(opened, dashboard.origin)).toEqual([])
  })
})
