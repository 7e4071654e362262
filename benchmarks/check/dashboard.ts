import { heavy } from "../../packages/dashboard/scenarios/heavyMail.js"
import { hasBrowser, startDashboard } from "../../packages/dashboard/test/support/startDashboard.js"
import { atEnd } from "../src/lifetime.js"
import type { Check } from "./Check.js"

const tabs = ["Source", "Text", "Preview", "Headers"]

/** The slowest tab of a message's page, each at its best of three, in milliseconds. */
const slowestTab = async (
  { open, telemark }: Awaited<ReturnType<typeof startDashboard>>,
  html: string
): Promise<number> => {
  const {
    queued: [message]
  } = await telemark.emails.send({ to: "ada@example.com", subject: "Hello", html })
  const { close, page } = await open(`/messages/${message?.id ?? ""}`)
  await page.getByRole("tab", { name: "Preview" }).waitFor()
  const show = page.getByRole("button", { name: "Show it" })
  if (await show.isVisible()) await show.click()
  const quickest = new Map<string, number>()
  for (const name of [...tabs, ...tabs, ...tabs]) {
    // From the click until the page has painted what follows.
    const took = await page.getByRole("tab", { name, exact: true }).evaluate(
      (tab: HTMLElement) =>
        new Promise<number>((resolve) => {
          const begun = performance.now()
          tab.click()
          requestAnimationFrame(() => {
            setTimeout(() => {
              resolve(performance.now() - begun)
            })
          })
        })
    )
    quickest.set(name, Math.min(took, quickest.get(name) ?? Infinity))
  }
  await close()
  return Math.max(...quickest.values())
}

export const dashboard: Check = {
  name: "heavy mail in the dashboard",
  compares: "slowest tab of a message, until it is painted, against one of 10 kB",
  bound: 5,
  start: async () => {
    if (!hasBrowser()) throw new Error("There is no Chromium here.")
    const started = await startDashboard()
    atEnd(started.close)
    const light = `<p>${"All work and no play makes Jack a dull boy. ".repeat(220)}</p>`
    await slowestTab(started, light)
    return heavy.map(([name, html]) => ({
      name,
      measure: async () => {
        const baseline = await slowestTab(started, light)
        return { millis: await slowestTab(started, html), baseline }
      }
    }))
  }
}
