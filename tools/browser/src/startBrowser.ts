import { isInstalled, testsRun } from "@telemark-tools/programs"
import axe from "axe-core"
import { execFile } from "node:child_process"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { chromium, type Page } from "playwright-core"
import { tellIfFailed } from "./tellIfFailed.js"

const run = promisify(execFile)

/**
 * What a server answers that has no time at the moment, as that of a machine which does much else:
 * pages ask again, which is no fault of theirs.
 */
const isBusy = /\b503\b/

/** How a reader looks at a page. */
export interface BrowserOptions {
  readonly colorScheme?: "light" | "dark"
  /** In CSS pixels; 1280 × 800 by default. */
  readonly width?: number
  readonly height?: number
  /** What the browser asks for, such as `de-DE`; `en-US` by default. */
  readonly locale?: string
  readonly javaScript?: boolean
}

/** A page, and what it did besides being shown. */
export interface OpenPage {
  readonly page: Page
  /**
   * Errors on the console and of scripts, and what its Content-Security-Policy refused; not that a
   * server had no time.
   */
  readonly errors: ReadonlyArray<string>
  /** The addresses that it asked for, in order, without `data:`. */
  readonly requests: ReadonlyArray<string>
  /**
   * What axe finds wrong by WCAG 2.2 AA and its best practices: a rule, and the elements that break
   * it.
   */
  readonly violations: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

export interface TestBrowser {
  /** Opens an address without a cookie or anything else of earlier pages. */
  readonly open: (url: string, options?: BrowserOptions) => Promise<OpenPage>
  /** Ends it, and removes its profile. */
  readonly close: () => Promise<void>
}

/**
 * Whether tests in a browser run: they do, unless TELEMARK_TEST_BROWSER=off says otherwise, which
 * it may not in CI.
 */
export const hasBrowser = (): boolean => testsRun("Chromium", "TELEMARK_TEST_BROWSER")

const programs = ["chromium", "chromium-browser", "google-chrome"]

const missing =
  "The tests of pages need Chromium on the PATH: install it (Debian: chromium), or leave these tests out with TELEMARK_TEST_BROWSER=off."

const find = async (): Promise<string> => {
  for (const program of programs) if (await isInstalled(program)) return program
  throw new Error(missing)
}

/**
 * Processes for the address bar of each window, which nobody sees here, and for pages to come: they
 * took a fifth of the processor time of a test. This replaces Playwright's list, so what tests need
 * of that stands here too: addresses stay as they are written, and nothing is asked of anybody.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning"
]

/**
 * Root may not have a sandbox, and containers have little shared memory. The browser is to say
 * nothing to its maker.
 */
const args = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--no-first-run",
  "--proxy-server=direct://",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  `--disable-features=${disabledFeatures.join(",")}`
]

/**
 * Below what vitest bounds a test by, in milliseconds, so that its error says what was waited for.
 */
const maxWait = 500_000

/**
 * TELEMARK_TEST_SLOW_BROWSER: each answer to a script comes so many ms later. A test that looks
 * before the page has what it asked for passes on a quick machine by luck, and fails with this.
 */
const delay = Number(process.env["TELEMARK_TEST_SLOW_BROWSER"] ?? 0)

const delayAnswers = async (page: Page): Promise<void> => {
  await page.route(
    (url) => url.protocol === "http:",
    async (route) => {
      if (["fetch", "xhr"].includes(route.request().resourceType())) await setTimeout(delay)
      // The page may have been closed meanwhile.
      await route.continue().catch(() => undefined)
    }
  )
}

/** Starts a browser without windows, with a profile of its own. It reaches this machine alone. */
export const startBrowser = async (): Promise<TestBrowser> => {
  const program = await find()
  const { stdout } = await run("sh", ["-c", `command -v ${program}`])
  const browser = await chromium.launch({
    executablePath: stdout.trim(),
    args,
    headless: true,
    timeout: 0
  })

  const open = async (url: string, options: BrowserOptions = {}): Promise<OpenPage> => {
    const {
      colorScheme = "light",
      height = 800,
      javaScript = true,
      locale = "en-US",
      width = 1280
    } = options
    const context = await browser.newContext({
      colorScheme,
      locale,
      viewport: { width, height },
      javaScriptEnabled: javaScript,
      reducedMotion: "reduce"
    })
    context.setDefaultTimeout(maxWait)
    const errors: Array<string> = []
    const requests: Array<string> = []
    const page = await context.newPage()
    await tellIfFailed(page, errors)
    if (delay > 0) await delayAnswers(page)
    page.on("console", (message) => {
      const isFault = message.type() === "error" || message.type() === "warning"
      if (isFault && !isBusy.test(message.text())) errors.push(message.text())
    })
    page.on("pageerror", (error) => {
      errors.push(error.message)
    })
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests.push(request.url())
    })
    await page.goto(url)
    const violations = async () => {
      await page.evaluate(axe.source)
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
      const found = await page.evaluate(
        (runOnly) => (globalThis as unknown as { readonly axe: typeof axe }).axe.run({ runOnly }),
        tags
      )
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`
      )
    }
    return { page, errors, requests, violations, close: () => context.close() }
  }
  return { open, close: () => browser.close() }
}
