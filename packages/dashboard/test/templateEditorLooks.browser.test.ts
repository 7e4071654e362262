import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  faultsOf,
  hasBrowser,
  looks,
  startDashboard,
  type TestDashboard
} from "./support/startDashboard.js"

const mjml = (text: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section></mj-body></mjml>`

const parts = [
  "",
  "?tab=text",
  "?tab=data",
  "?tab=versions&version=1",
  "?tab=settings",
  "?language=de&beside=1&look=dark&width=phone"
]

describe.runIf(hasBrowser())("in a browser, the editor of templates", () => {
  let dashboard: TestDashboard
  beforeAll(async () => {
    dashboard = await startDashboard()
    const { templates } = dashboard.telemark
    await templates.create({
      id: "look",
      name: "Look",
      subject_template: "Hello {{name}}",
      mjml_source: mjml("First {{name}}"),
      variables: { name: "there" }
    })
    await templates.update("look", {
      mjml_source: mjml("Second {{name}}"),
      locales: { de: { subject_template: "Hallo {{name}}" } }
    })
  })
  afterAll(() => dashboard.close())

  it.each(looks)("is accessible and fits, each part of it: %s", async (_, options) => {
    const opened = await dashboard.open("/templates/look", options)
    for (const query of parts) {
      await opened.page.goto(`${dashboard.origin}/templates/look${query}`)
      await opened.page.locator("iframe").last().contentFrame().getByText("Second there").waitFor()
      expect([query, ...(await faultsOf(opened, dashboard.origin))]).toEqual([query])
    }
  })
})
