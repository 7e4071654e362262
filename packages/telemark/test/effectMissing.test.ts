import { spawnSync } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it, onTestFinished } from "vitest"

const builtOf = (name: string) =>
  fileURLToPath(new URL(`../../${name}/dist/index.cjs`, import.meta.url))

/** What a process prints that requires the built package beside that version of Effect. */
const failureBeside = async (name: string, version: string | undefined): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-effect-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const effect = join(folder, "node_modules/effect")
  if (version !== undefined) {
    await mkdir(effect, { recursive: true })
    await writeFile(join(effect, "package.json"), JSON.stringify({ version }))
  }
  await cp(builtOf(name), join(folder, "index.cjs"))
  // The shims of pnpm name its store there.
  const env = { ...process.env, NODE_PATH: "" }
  return spawnSync(process.execPath, [join(folder, "index.cjs")], { env, encoding: "utf8" }).stderr
}

describe.each(["telemark", "sqlite", "smtp", "postgres"])("to require of %s", (name) => {
  it.each([undefined, "3.22.4", "4.0.5", "5.0.0"])("Effect %s is refused", async (version) => {
    expect(await failureBeside(name, version)).toContain(
      `EffectNotUsable: Telemark needs Effect 4, version 4.1.0 or newer, and found ${version ?? "none"}. Install it: npm install effect@^4.1.0`
    )
  })

  it("Effect 4.1 is not", async () => {
    expect(await failureBeside(name, "4.1.0")).not.toContain("EffectNotUsable")
  })
})
