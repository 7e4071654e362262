import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"

const readme = new URL("../../../README.md", import.meta.url)
// Beside this package's manifest, so that the imports of the example are found.
const example = fileURLToPath(new URL("../readme-example.tmp.mts", import.meta.url))

it("The README's lines for your own process send a mail, say what became of it, and end", async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-readme-"))
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true })
    await rm(example, { force: true })
  })
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(await readFile(readme, "utf8")) ?? []
  await writeFile(example, code.replace("mail.db", join(folder, "mail.db")))
  const host = spawn(process.execPath, ["--import", "tsx", example], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  onTestFinished(() => void host.kill())
  let printed = ""
  host.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
  })
  expect(await once(host, "close")).toEqual([0, null])
  expect(printed).toContain("email.sent")
})
