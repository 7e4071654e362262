import { startSmtpPeer } from "@telemark/testing"
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"

const readme = new URL("../../../README.md", import.meta.url)
// Beside this package's manifest, so that the imports of the example are found.
const example = fileURLToPath(new URL("../readme-example.tmp.mts", import.meta.url))

it("The README's lines for your own process send a mail", async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-readme-"))
  const peer = await startSmtpPeer()
  onTestFinished(async () => {
    await peer.close()
    await rm(folder, { recursive: true, force: true })
    await rm(example, { force: true })
  })
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(await readFile(readme, "utf8")) ?? []
  await writeFile(
    example,
    code.replace("mail.db", join(folder, "mail.db")).replace("smtp://localhost:2525", peer.url)
  )
  const host = spawn(process.execPath, ["--import", "tsx", example], { stdio: "inherit" })
  onTestFinished(() => void host.kill())
  await peer.until(({ mails }) => mails.length === 1)
  expect(peer.mails[0]?.envelope).toEqual({ from: "shop@example.com", to: ["ada@example.com"] })
})
