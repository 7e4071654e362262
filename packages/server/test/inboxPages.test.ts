import { describe, expect, it } from "@effect/vitest"
import { listPage } from "../src/Inbox/pages.js"

describe("the list of the inbox", () => {
  it("leads to the dashboard where one is served", () => {
    const link = `<a href="/captured">Open in the dashboard</a>`
    expect(listPage([], true).body).toContain(link)
    expect(listPage([], false).body).not.toContain(link)
  })
})
