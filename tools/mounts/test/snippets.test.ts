import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { telemark } from "../snippets/next/telemark.js"

it("opens Telemark for Next.js once, and again after a start that failed", async () => {
  const [folder, before] = [await mkdtemp(join(tmpdir(), "telemark-mounts-")), process.cwd()]
  process.chdir(folder)
  onTestFinished(async () => {
    process.chdir(before)
    await rm(folder, { recursive: true })
  })
  await writeFile("mail.db", "this is a text, and no database ".repeat(100))
  await expect(telemark()).rejects.toThrow()
  await rm("mail.db")
  const opened = await telemark()
  expect(await telemark()).toBe(opened)
  await opened.close()
})
