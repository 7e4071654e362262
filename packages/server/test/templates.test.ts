import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { confirm } from "../src/cli/confirm.js"
import {
  copyElsewhere,
  deactivateElsewhere,
  folder,
  hello,
  json,
  read,
  root,
  templates,
  useTemplates,
  write,
  writeWelcome
} from "./support/templates.js"

useTemplates()

afterEach(() => {
  vi.restoreAllMocks()
})

describe("telemark templates pull", () => {
  beforeEach(async () => {
    writeWelcome()
    write("welcome/text.txt", "Hello {{name}}\n")
    await templates("push", folder, "--yes")
  })

  it("writes what was pushed, so that pushing it again does nothing", async () => {
    rmSync(folder, { recursive: true })
    const pulled = await templates("pull", folder, "--yes")
    expect(pulled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /\+\+\+ b\/welcome\/source\.html[\s\S]*\nWrote 1 template\.\n$/
      ) as unknown
    })
    expect(read("welcome/source.html")).toBe(hello)
    expect(read("welcome/text.txt")).toBe("Hello {{name}}\n")
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    expect(await json("pull", folder)).toEqual({
      code: 0,
      document: { data: [{ id: "welcome", status: "unchanged" }] }
    })
  })

  it("writes a design as it was pushed, whatever order storage keeps its members in", async () => {
    const spacer = { type: "spacer", height: 8, id: "space" }
    write("blocks/template.json", { name: "Blocks", subject_template: "Blocks" })
    write("blocks/design.json", {
      blocks: [{ id: "c", columns: [{ blocks: [spacer] }], type: "columns" }],
      schema_version: 1
    })
    expect((await templates("push", folder, "--yes")).code).toBe(0)
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    expect((await templates("pull", folder)).stdout).toContain("Nothing to do")
    rmSync(folder, { recursive: true })
    await templates("pull", folder, "--yes")
    expect(JSON.parse(read("blocks/design.json"))).toEqual({
      schema_version: 1,
      blocks: [{ id: "c", type: "columns", columns: [{ blocks: [spacer] }] }]
    })
    expect(existsSync(join(folder, "blocks/source.mjml"))).toBe(false)
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
  })

  it("takes away files that the template no longer has, and nothing else", async () => {
    write("welcome/design.json", "{}")
    write("welcome/locales/fr/text.txt", "Bonjour")
    write("welcome/notes.md", "Ours")
    write("mine/source.html", "Mine")
    write("welcome/source.html", "changed")
    const pulled = await templates("pull", folder, "--yes")
    expect(pulled.code).toBe(0)
    expect(pulled.stdout).toMatch(/--- a\/welcome\/design\.json\n\+\+\+ \/dev\/null\n/)
    expect(pulled.stderr).toContain(
      "Left unchanged, since storage has no active template of that id: mine"
    )
    expect(readdirSync(join(folder, "welcome")).sort()).toEqual([
      "locales",
      "notes.md",
      "source.html",
      "template.json",
      "text.txt"
    ])
    expect(readdirSync(join(folder, "welcome/locales"))).toEqual(["de"])
    expect([read("welcome/source.html"), read("mine/source.html")]).toEqual([hello, "Mine"])
  })

  it("leaves files alone that are only formatted otherwise", async () => {
    const text =
      '{"subject_template":"Welcome, {{name}}",\n\n"variables":{"name":"friend"},"name":"Welcome"}'
    write("welcome/template.json", text)
    expect((await templates("pull", folder)).stdout).toBe(
      "Nothing to do: the folder matches the stored templates.\n"
    )
    expect(read("welcome/template.json")).toBe(text)
  })

  it("writes nothing where two templates would be one folder on some systems", async () => {
    await copyElsewhere("welcome", "Welcome", "con")
    rmSync(folder, { recursive: true })
    const { code, stderr } = await templates("pull", folder, "--yes")
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /Nothing was written\..*\n {2}Welcome: must differ from welcome by .*\n {2}welcome: must differ from Welcome by /
    )
    expect(existsSync(folder)).toBe(false)

    await deactivateElsewhere("Welcome")
    const pulled = await templates("pull", folder, "--yes")
    expect(pulled.code).toBe(0)
    expect(pulled.stderr).toContain("Windows can't hold folders of these names: con\n")
    mkdirSync(join(folder, "WELCOME"))
    expect((await templates("pull", folder)).stderr).toContain(
      "  welcome: must differ from WELCOME by"
    )
  })

  it("writes nothing without a yes, and nothing through symbolic links", async () => {
    write("welcome/source.html", "changed")
    expect((await templates("pull", folder)).stderr).toContain("Nothing was written. Give --yes")
    rmSync(join(folder, "welcome"), { recursive: true })
    mkdirSync(join(root, "elsewhere"))
    symlinkSync(join(root, "elsewhere"), join(folder, "welcome"))
    const { code, stderr } = await templates("pull", folder, "--yes")
    expect(code).toBe(1)
    expect(stderr).toMatch(/Nothing was written\..*\n {2}welcome: must not be a symbolic link/)
    expect(readdirSync(join(root, "elsewhere"))).toEqual([])
  })
})

describe("telemark templates types", () => {
  it("writes declarations, prints them, and checks that they are up to date", async () => {
    writeWelcome()
    await templates("push", folder, "--yes")
    const file = join(root, "templates.d.ts")
    expect(await json("types", "--out", file, "--check")).toMatchObject({
      code: 1,
      document: { error: "types_outdated" }
    })
    expect(existsSync(file)).toBe(false)
    expect(await json("types", "--out", file)).toEqual({
      code: 0,
      document: { file, written: true }
    })
    const declarations = readFileSync(file, "utf8")
    expect(declarations).toContain('readonly "welcome": {')
    expect(declarations).toContain("readonly name?: string | number | undefined")
    expect(declarations).toContain("readonly items: ReadonlyArray<{")
    expect(await templates("types", "--out", "-")).toMatchObject({ code: 0, stdout: declarations })
    expect(await json("types", "--out", "-")).toEqual({ code: 0, document: { declarations } })
    expect(await templates("types", "--out", file, "--check")).toMatchObject({
      code: 0,
      stdout: `${file} is up to date.\n`
    })
  })

  it("says where it can't write", async () => {
    const { code, document } = await json("types", "--out", join(root, "nowhere/templates.d.ts"))
    expect({ code, document }).toMatchObject({
      code: 1,
      document: { error: "file_not_usable", message: expect.stringContaining("ENOENT") as unknown }
    })
  })
})

describe("the question on a terminal", () => {
  const terminal = () => ({
    input: Object.assign(new PassThrough(), { isTTY: true }),
    output: Object.assign(new PassThrough(), { isTTY: true })
  })
  const confirmation = {
    question: "Push 1 template?",
    otherwise: "Nothing was pushed.",
    yes: false,
    json: false
  }

  it.each([
    ["y\n", true],
    ["YES\n", true],
    ["\n", false],
    ["no\n", false],
    ["", false]
  ])("answered %j continues: %s", async (text, goesOn) => {
    const { input, output } = terminal()
    input.end(text)
    const exit = await Effect.runPromiseExit(confirm(confirmation, { input, output }))
    expect(Exit.isSuccess(exit)).toBe(goesOn)
    expect(String(output.read())).toContain("Push 1 template? [y/N] ")
    if (Exit.isFailure(exit))
      expect(Option.getOrThrow(Cause.findErrorOption(exit.cause)).message).toBe(
        "Nothing was pushed."
      )
  })

  it("is not asked where standard output holds a document", async () => {
    const { input, output } = terminal()
    const error = await Effect.runPromise(
      Effect.flip(confirm({ ...confirmation, json: true }, { input, output }))
    )
    expect(error.message).toContain("--yes")
    expect(output.read()).toBeNull()
  })
})
