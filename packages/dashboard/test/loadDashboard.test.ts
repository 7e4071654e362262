import { readdir } from "node:fs/promises"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { type DashboardFiles, loadDashboard } from "../src/index.js"

const text = (body: Uint8Array | undefined): string => new TextDecoder().decode(body)

describe("the built dashboard", () => {
  let files: DashboardFiles
  beforeAll(async () => {
    files = await loadDashboard()
  })

  const assets = (): ReadonlyArray<string> =>
    [...text(files.shellFor("/").body).matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(
      ([, path = ""]) => path
    )

  it.each([
    ["/", "./"],
    ["/messages", "./"],
    ["/messages/em_1", "../"],
    ["/templates/tpl_1/versions", "../../"]
  ])("has a shell for %s whose base is %s", (path, base) => {
    expect(text(files.shellFor(path).body)).toContain(`<base href="${base}">`)
  })

  it("has a shell for a mount without a slash at its end whose base is the mount, and harmless whatever its name", () => {
    expect(text(files.shellFor("/", "mail").body)).toContain('<base href="./mail/">')
    expect(text(files.shellFor("/", '"><script>').body)).toContain(
      '<base href="./%22%3E%3Cscript%3E/">'
    )
  })

  it("has every file that the shell names, cached for ever, and the others to be asked for again", () => {
    expect(assets().length).toBeGreaterThan(1)
    for (const path of assets()) {
      expect(files.find(path)?.headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff"
      })
    }
    expect(files.find("/favicon.ico")).toBe(files.find("/icon.svg"))
    expect(files.find("/icon.svg")?.headers).toMatchObject({
      "cache-control": "no-cache",
      "content-type": "image/svg+xml"
    })
  })

  it("has no inline script or style, and a policy that allows none", () => {
    const { body, headers } = files.shellFor("/")
    expect(text(body)).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
    expect(headers["content-security-policy"]).not.toContain("unsafe")
  })

  it("finds nothing by a path that leads elsewhere, nor the shell as a file", () => {
    for (const path of [
      "/index.html",
      "/../package.json",
      "/assets/../icon.svg",
      "/assets/%2e%2e/icon.svg",
      "icon.svg",
      "",
      "/assets",
      "__proto__",
      "/constructor"
    ]) {
      expect(files.find(path)).toBeUndefined()
    }
  })

  it("loads at most 250 kB for its first page, compressed", () => {
    expect(
      assets().reduce((sum, path) => sum + gzipSync(files.find(path)?.body ?? "").length, 0)
    ).toBeLessThan(250_000)
  })

  it("has the code editor in files that the first page neither loads nor names", async () => {
    const names = await readdir(new URL("../dist/app/assets", import.meta.url))
    const isEditor = (body: string): boolean => body.includes("cm-content")
    const editors = names.filter((name) => isEditor(text(files.find(`/assets/${name}`)?.body)))
    expect(editors.length).toBeGreaterThan(0)
    for (const path of assets()) {
      const body = text(files.find(path)?.body)
      expect([path, isEditor(body), ...editors.filter((name) => body.includes(name))]).toEqual([
        path,
        false
      ])
    }
  })

  it("can't be loaded from a folder that it wasn't built into", async () => {
    await expect(loadDashboard(new URL("./support", import.meta.url).pathname)).rejects.toThrow(
      "weren't built"
    )
  })
})
