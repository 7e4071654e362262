import { isInstalled } from "@telemark-tools/programs"
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { unknownSettings } from "../src/settings/settingList.js"

const execute = promisify(execFile)

const folder = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}/`, import.meta.url))

const filesOf = (name: string): ReadonlyArray<string> =>
  readdirSync(folder(name), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${folder(name)}${entry.name}`)

describe.each(["kubernetes", "server-postgres", "server-sqlite", "systemd"])(
  "examples/%s",
  (name) => {
    it("has no setting that isn't one", () => {
      const named = filesOf(name).flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/\bTELEMARK_[A-Z0-9_]+/g)].map(([found]) => found)
      )
      expect(named.length).toBeGreaterThan(3)
      // A test of the example has it.
      const others = new Set(["TELEMARK_EXAMPLE_DATABASE_URL"])
      expect(unknownSettings(named.filter((found) => !others.has(found)))).toEqual([])
    })
  }
)

describe("the units for systemd", async () => {
  it.runIf(await isInstalled("systemd-analyze"))("are such", async () => {
    const units = filesOf("systemd").filter((file) => file.endsWith(".service"))
    expect(units).toHaveLength(2)
    // The user is made by whoever installs them.
    const { stderr, stdout } = await execute("systemd-analyze", ["verify", "--man=no", ...units])
    expect(stdout + stderr).toBe("")
    const { stdout: rated } = await execute("systemd-analyze", [
      "security",
      "--offline=true",
      "--threshold=20",
      ...units
    ])
    expect(rated).toContain("Overall exposure level")
  })
})

describe("the manifests for Kubernetes", async () => {
  it.runIf(await isInstalled("kubectl"))("are put together", async () => {
    const { stdout } = await execute("kubectl", ["kustomize", folder("kubernetes")])
    expect(stdout.match(/^kind: \w+/gm)?.map((kind) => kind.slice(6))).toEqual(
      expect.arrayContaining(["ConfigMap", "Deployment", "PodDisruptionBudget", "Service"])
    )
  })

  it("give each process the time to finish, and each container as little as it needs", () => {
    const text = readFileSync(`${folder("kubernetes")}telemark.yaml`, "utf8")
    const count = (part: string): number => text.split(part).length - 1
    const containers = count("- name: telemark\n")
    expect(containers).toBe(2)
    for (const part of [
      "terminationGracePeriodSeconds: 45",
      "readOnlyRootFilesystem: true",
      "allowPrivilegeEscalation: false",
      "capabilities: { drop: [ALL] }",
      "runAsNonRoot: true",
      "maxUnavailable: 0"
    ])
      expect([part, count(part)]).toEqual([part, containers])
  })
})
