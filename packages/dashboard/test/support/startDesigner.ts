import type { Design } from "@telemark/client"
import { type BrowserOptions, type OpenPage, startBrowser } from "@telemark-tools/browser"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { loadDashboard } from "../../src/index.js"

const run = promisify(execFile)

const here = dirname(fileURLToPath(import.meta.url))

interface OpenDesigner extends OpenPage {
  /** The design as its owner would store it. */
  readonly design: () => Promise<Design>
  /** Puts another design in, as a restored version does. */
  readonly put: (design: Design) => Promise<void>
}

/** The designer alone on a page of its own, built and served with the dashboard's policy. */
export const startDesigner = async () => {
  const directory = await mkdtemp(join(tmpdir(), "telemark-designer-"))
  const program = join(here, "../../node_modules/vite/bin/vite.js")
  // In a process of its own: Vite builds for production only where NODE_ENV doesn't say that tests
  // run.
  await run(
    process.execPath,
    [
      program,
      "build",
      join(here, "designerPage"),
      "--config",
      join(here, "../../vite.config.ts"),
      "--outDir",
      directory,
      "--emptyOutDir"
    ],
    { env: { ...process.env, NODE_ENV: "production" } }
  )
  const files = await loadDashboard(directory)
  const server = createServer((request, response) => {
    const { body, headers } = files.find(request.url ?? "/") ?? files.shellFor(request.url ?? "/")
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const browser = await startBrowser()
  const opened: Array<OpenPage> = []
  const open = async (options?: BrowserOptions, design?: Design): Promise<OpenDesigner> => {
    const one = await browser.open(`${origin}/`, options)
    opened.push(one)
    await one.page.locator("h1").waitFor()
    const put = (next: Design) =>
      one.page.evaluate((next) => {
        ;(globalThis as unknown as { put: (design: Design) => void }).put(next)
      }, next)
    if (design !== undefined) await put(design)
    return { ...one, put, design: () => one.page.evaluate<Design>("design") }
  }
  const close = async (): Promise<void> => {
    for (const one of opened) await one.close()
    await browser.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
    })
    await rm(directory, { recursive: true, force: true })
  }
  return { close, open, origin }
}

export type TestDesigner = Awaited<ReturnType<typeof startDesigner>>
