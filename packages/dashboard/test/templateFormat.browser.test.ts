import type { OpenPage } from "@telemark-tools/browser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasBrowser, startDashboard, type TestDashboard } from "./support/startDashboard.js"

type Page = OpenPage["page"]

const oneLine =
  "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{#if name}}{{name}}{{else}}you{{/if}}</mj-text></mj-column></mj-section></mj-body></mjml>"

const laidOut = `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello {{#if name}}{{name}}{{else}}you{{/if}}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

/** Two columns that stand beside each other only without a space between them. */
const columns = "<div style='display:inline-block'>a</div>".repeat(2)

describe.runIf(hasBrowser())("in a browser, formatting a template", () => {
  let dashboard: TestDashboard
  const create = (
    id: string,
    source: { readonly mjml_source: string } | { readonly html: string }
  ) =>
    dashboard.telemark.templates.create({
      id,
      name: `Template ${id}`,
      subject_template: "Hello",
      variables: { name: "there" },
      ...source
    })
  beforeAll(async () => {
    dashboard = await startDashboard()
  })
  afterAll(() => dashboard.close())

  const editor = (page: Page) => page.getByRole("textbox", { name: /^(?:MJML|HTML) source$/i })
  const written = (page: Page) =>
    editor(page)
      .locator(".cm-line")
      .allInnerTexts()
      .then((lines) => lines.map((line) => line.replace(/\n$/, "")).join("\n"))
  const shows = async (page: Page, source: string): Promise<void> => {
    await expect.poll(() => written(page)).toBe(source)
  }

  it("lays the source out with a button that loads what it needs, and is undone in one step", async () => {
    await create("button", { mjml_source: oneLine })
    const { errors, page, requests } = await dashboard.open("/templates/button")
    await shows(page, oneLine)
    const isLoaded = () => requests.some((url) => url.includes("formatSource"))
    expect(isLoaded()).toBe(false)
    await page.getByRole("button", { name: "Format" }).click()
    await page.getByText("Formatted. Undo takes it back.").waitFor()
    expect(isLoaded()).toBe(true)
    await shows(page, laidOut)
    await page.locator("iframe").last().contentFrame().getByText("Hello there").waitFor()
    await page.getByText("Unsaved changes").waitFor()
    await page.keyboard.press("ControlOrMeta+Z")
    await shows(page, oneLine)
    await page.getByText("Version 1, all changes saved").waitFor()
    await page.keyboard.press("ControlOrMeta+Y")
    await shows(page, laidOut)
    await page.getByRole("button", { name: "Format" }).click()
    await page.getByText("Nothing to format.").waitFor()
    expect(errors).toEqual([])
  })

  it("does so by the keyboard, with the caret where it was in the text", async () => {
    await create("keys", { mjml_source: oneLine })
    const { errors, page } = await dashboard.open("/templates/keys")
    await editor(page).getByText("Hello").click()
    await page.keyboard.press("ControlOrMeta+Home")
    for (let step = 0; step < "<mjml><mj-body>".length; step++)
      await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Shift+Alt+F")
    await shows(page, laidOut)
    await page.keyboard.type("<!-- here -->")
    await shows(page, laidOut.replace("<mj-body>", "<mj-body><!-- here -->"))
    expect(errors).toEqual([])
  })

  it("says why it leaves a source as it is, until that is changed", async () => {
    await create("columns", { html: columns })
    const { errors, page } = await dashboard.open("/templates/columns")
    await shows(page, columns)
    await page.getByRole("button", { name: "Format" }).click()
    const notice = page.getByText("new line breaks could change how this mail looks")
    await notice.waitFor()
    await shows(page, columns)
    await editor(page).click()
    await page.keyboard.press("ControlOrMeta+End")
    await page.keyboard.type("{{{{")
    await notice.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Format" }).click()
    await page.getByText("Fix its errors first").waitFor()
    expect(errors).toEqual([])
  })
})
