import { type BrowserOptions, type OpenPage, startBrowser } from "@telemark-tools/browser"
import { createTestTelemark, type TestTelemarkOptions } from "@telemark/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export { faultsOf, hasBrowser, looks } from "@telemark-tools/browser"

interface TestDashboardOptions extends TestTelemarkOptions {
  /** Whether the person may also manage tenants; true by default. */
  readonly operator?: boolean
}

/**
 * A dashboard behind a Node server on the loopback interface, with a Telemark on SQLite in memory,
 * and somebody who may do everything.
 */
export const startDashboard = async ({
  operator = true,
  ...options
}: TestDashboardOptions = {}) => {
  const telemark = await createTestTelemark({ from: "Shop <shop@example.com>", ...options })
  const scopes = [
    "email:send",
    "email:read",
    "template:read",
    "template:manage",
    "domain:read",
    "domain:write",
    "smtp:read",
    "smtp:write",
    "suppression:read",
    "suppression:write",
    "topic:read",
    "topic:write",
    "webhook:read",
    "webhook:write",
    "feedback:read",
    "feedback:write",
    "tracking:read",
    "tracking:write",
    "apikey:manage"
  ] as const
  const { key } = await telemark.apiKeys.create({ name: "Dashboard", scopes })
  const server = createServer(
    telemark.dashboard({ authorize: () => ({ tenant: "default", operator, name: "Dashboard" }) })
  )
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const browser = await startBrowser()
  const opened: Array<OpenPage> = []

  /** Opens a page, and waits until its heading is shown. */
  const open = async (path: string, browserOptions?: BrowserOptions): Promise<OpenPage> => {
    const page = await browser.open(`${origin}${path}`, browserOptions)
    opened.push(page)
    await page.page.locator("main h1").first().waitFor()
    return page
  }

  const close = async (): Promise<void> => {
    for (const page of opened) await page.close()
    await browser.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
    await telemark.close()
  }

  return { close, key, open, origin, telemark }
}

export type TestDashboard = Awaited<ReturnType<typeof startDashboard>>
