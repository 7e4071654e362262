import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import { TemplateStore } from "@telemark/core"
import { Cause, Effect, Exit, Option } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { PassThrough } from "node:stream"
import { confirm } from "../src/Cli/confirm.js"
import { layerStorage } from "../src/Storage/index.js"
import { call } from "./support/call.js"
import { temporaryDirectory } from "./support/telemark.js"

let root = ""
let folder = ""
let environment: Readonly<Record<string, string>> = {}

const templates = (...args: ReadonlyArray<string>) => call(["templates", ...args], environment)

/** Calls a command with `--json`; what it prints must be one document. */
const json = async (...args: ReadonlyArray<string>) => {
  const { code, stdout } = await templates(...args, "--json")
  return { code, document: JSON.parse(stdout) as Record<string, unknown> }
}

const write = (path: string, text: string | object) => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text))
}

const read = (path: string): string => readFileSync(join(folder, path), "utf8")

const hello = "<p>Hello {{name}}, {{#each items}}{{title}}{{/each}}</p>"

const writeWelcome = () => {
  write("welcome/template.json", { name: "Welcome", subject_template: "Welcome, {{name}}", variables: { name: "friend" } })
  write("welcome/source.html", hello)
  write("welcome/locales/de/template.json", { subject_template: "Willkommen, {{name}}" })
}

beforeEach(async () => {
  root = temporaryDirectory()
  folder = join(root, "templates")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${join(root, "mail.db")}` }
  await call(["tenants", "create", "default"], environment)
})

afterEach(() => { vi.restoreAllMocks() })

describe("telemark templates push", () => {
  it("saves what is new, as the diff has shown, and then finds nothing to do", async () => {
    writeWelcome()
    write("notes.md", "Ours")
    const pushed = await templates("push", folder, "--yes")
    expect(pushed.code).toBe(0)
    expect(pushed.stdout).toContain("--- /dev/null\n+++ b/welcome/locales/de/template.json\n")
    expect(pushed.stdout).toContain("+  \"subject_template\": \"Willkommen, {{name}}\"")
    expect(pushed.stdout).toMatch(/\nwelcome: version 1\n$/)
    expect(pushed.stdout).not.toContain("\u001b")
    expect(pushed.stderr).toContain("Ignored, since no template has such files: notes.md")

    const again = await templates("push", folder)
    expect(again).toMatchObject({ code: 0, stdout: "Nothing to do: what is stored is as the folder has it.\n" })
    expect(await json("push", folder)).toEqual({
      code: 0, document: { data: [{ id: "welcome", version: 1, status: "unchanged", warnings: [] }], left_alone: [] }
    })
    expect(await json("list")).toMatchObject({
      code: 0, document: { data: [{ id: "welcome", name: "Welcome", version: 1, active: true }] }
    })
    expect((await templates("list")).stdout).toMatch(/^ID .*\nwelcome +1 +active .*Welcome +Welcome, \{\{name\}\}\n$/)
  })

  it("saves only what differs, and takes away parts and languages that are gone", async () => {
    writeWelcome()
    write("other/template.json", { name: "Other", subject_template: "Other" })
    write("other/source.html", "<p>Other</p>")
    write("welcome/text.txt", "Hello {{name}}")
    await templates("push", folder, "--yes")
    rmSync(join(folder, "welcome/text.txt"))
    rmSync(join(folder, "welcome/locales"), { recursive: true })
    rmSync(join(folder, "welcome/source.html"))
    write("welcome/source.mjml", "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>")
    const { code, document } = await json("push", folder, "--yes")
    expect({ code, document }).toMatchObject({
      code: 0,
      document: { data: [{ id: "welcome", version: 2, status: "updated" }, { id: "other", version: 1, status: "unchanged" }], left_alone: [] }
    })
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    rmSync(join(folder, "other"), { recursive: true })
    const left = await templates("push", folder)
    expect(left.stderr).toContain("Left alone, since the folder hasn't got them: other")
  })

  it("does nothing without a yes", async () => {
    writeWelcome()
    const { code, stderr, stdout } = await templates("push", folder)
    expect(code).toBe(1)
    expect(stdout).toContain("+++ b/welcome/template.json")
    expect(stderr).toContain("Nothing was pushed. Give --yes to go on without being asked.")
    expect(await json("push", folder)).toMatchObject({ code: 1, document: { error: "not_confirmed" } })
    expect(await json("list")).toEqual({ code: 0, document: { data: [] } })
  })

  it("tells everything that is wrong with all templates before it saves any", async () => {
    writeWelcome()
    write("welcome/locales/de/text.txt", "{{#if name}}")
    write("broken/template.json", "{")
    write("broken/source.html", "<p></p>")
    write("mjml/template.json", { name: "M", subject_template: "{{> partial}}" })
    write("mjml/source.mjml", "<mjml><mj-body><mj-include path=\"/etc/passwd\" /></mj-body></mjml>")
    symlinkSync("/etc", join(folder, "linked"))
    const { code, stderr } = await templates("push", folder, "--yes")
    expect(code).toBe(1)
    expect(stderr).toContain("Nothing was pushed. Put these right first:\n")
    for (const file of ["welcome/locales/de/text.txt", "broken/template.json", "mjml/template.json: subject_template", "mjml/source.mjml", "linked"]) {
      expect(stderr).toMatch(new RegExp(`^  ${file}:? `, "m"))
    }
    expect(await json("list")).toEqual({ code: 0, document: { data: [] } })
  })

  it("revives a template that was deactivated", async () => {
    writeWelcome()
    await templates("push", folder, "--yes")
    const { stdout } = await call(["tenants", "list", "--json"], environment)
    const { data: [{ id: tenant_id }] } = JSON.parse(stdout) as { readonly data: readonly [{ readonly id: string }] }
    await Effect.runPromise(Effect.provide(
      Effect.flatMap(TemplateStore, (store) => store.deactivate({ tenant_id, id: "welcome" }, 0)),
      layerStorage({ _tag: "Sqlite", filename: join(root, "mail.db") })
    ))
    expect((await templates("list")).stdout).toContain("deactivated")
    expect(await json("push", folder, "--yes")).toMatchObject({ document: { data: [{ id: "welcome", version: 2, status: "created" }] } })
  })

  it.each([["push", ["nowhere"], "file_not_usable"], ["list", ["--tenant", "nobody"], "not_found"]] as const)(
    "%s %j fails with %s",
    async (command, args, error) => {
      expect(await json(command, ...args)).toMatchObject({ code: 1, document: { error } })
    }
  )
})

describe("telemark templates pull", () => {
  beforeEach(async () => {
    writeWelcome()
    write("welcome/text.txt", "Hello {{name}}\r\n")
    await templates("push", folder, "--yes")
  })

  it("writes what was pushed, so that pushing it again does nothing", async () => {
    rmSync(folder, { recursive: true })
    const pulled = await templates("pull", folder, "--yes")
    expect(pulled).toMatchObject({ code: 0, stdout: expect.stringMatching(/\+\+\+ b\/welcome\/source\.html[\s\S]*\nWrote 1 template\.\n$/) as unknown })
    expect(read("welcome/source.html")).toBe(hello)
    expect(read("welcome/text.txt")).toBe("Hello {{name}}\r\n")
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    expect(await json("pull", folder)).toEqual({ code: 0, document: { data: [{ id: "welcome", status: "unchanged" }] } })
  })

  it("writes a design as it was pushed, whatever order storage keeps its members in", async () => {
    const spacer = { type: "spacer", height: 8, id: "space" }
    write("blocks/template.json", { name: "Blocks", subject_template: "Blocks" })
    write("blocks/design.json", { blocks: [{ id: "c", columns: [{ blocks: [spacer] }], type: "columns" }], schema_version: 1 })
    expect((await templates("push", folder, "--yes")).code).toBe(0)
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    expect((await templates("pull", folder)).stdout).toContain("Nothing to do")
    rmSync(folder, { recursive: true })
    await templates("pull", folder, "--yes")
    expect(JSON.parse(read("blocks/design.json"))).toEqual({ schema_version: 1, blocks: [{ id: "c", type: "columns", columns: [{ blocks: [spacer] }] }] })
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
    expect(pulled.stderr).toContain("Left alone, since storage has no active template of that id: mine")
    expect(readdirSync(join(folder, "welcome")).sort()).toEqual(["locales", "notes.md", "source.html", "template.json", "text.txt"])
    expect(readdirSync(join(folder, "welcome/locales"))).toEqual(["de"])
    expect([read("welcome/source.html"), read("mine/source.html")]).toEqual([hello, "Mine"])
  })

  it("leaves files alone that are only formatted otherwise", async () => {
    const text = "{\"subject_template\":\"Welcome, {{name}}\",\n\n\"variables\":{\"name\":\"friend\"},\"name\":\"Welcome\"}"
    write("welcome/template.json", text)
    expect((await templates("pull", folder)).stdout).toBe("Nothing to do: the folder has what is stored.\n")
    expect(read("welcome/template.json")).toBe(text)
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
    expect(await json("types", "--out", file, "--check")).toMatchObject({ code: 1, document: { error: "types_outdated" } })
    expect(existsSync(file)).toBe(false)
    expect(await json("types", "--out", file)).toEqual({ code: 0, document: { file, written: true } })
    const declarations = readFileSync(file, "utf8")
    expect(declarations).toContain("readonly \"welcome\": {")
    expect(declarations).toContain("readonly name?: string | number | undefined")
    expect(declarations).toContain("readonly items: ReadonlyArray<{")
    expect(await templates("types", "--out", "-")).toMatchObject({ code: 0, stdout: declarations })
    expect(await json("types", "--out", "-")).toEqual({ code: 0, document: { declarations } })
    expect(await templates("types", "--out", file, "--check")).toMatchObject({ code: 0, stdout: `${file} is up to date.\n` })
  })

  it("says where it can't write", async () => {
    const { code, document } = await json("types", "--out", join(root, "nowhere/templates.d.ts"))
    expect({ code, document }).toMatchObject({ code: 1, document: { error: "file_not_usable", message: expect.stringContaining("ENOENT") as unknown } })
  })
})

describe("the question on a terminal", () => {
  const terminal = () => ({
    input: Object.assign(new PassThrough(), { isTTY: true }),
    output: Object.assign(new PassThrough(), { isTTY: true })
  })
  const confirmation = { question: "Push 1 template?", otherwise: "Nothing was pushed.", yes: false, json: false }

  it.each([["y\n", true], ["YES\n", true], ["\n", false], ["no\n", false], ["", false]])("answered %j goes on: %s", async (text, goesOn) => {
    const { input, output } = terminal()
    input.end(text)
    const exit = await Effect.runPromiseExit(confirm(confirmation, { input, output }))
    expect(Exit.isSuccess(exit)).toBe(goesOn)
    expect(String(output.read())).toContain("Push 1 template? [y/N] ")
    if (Exit.isFailure(exit)) expect(Option.getOrThrow(Cause.failureOption(exit.cause)).message).toBe("Nothing was pushed.")
  })

  it("is not asked where standard output holds a document", async () => {
    const { input, output } = terminal()
    const error = await Effect.runPromise(Effect.flip(confirm({ ...confirmation, json: true }, { input, output })))
    expect(error.message).toContain("--yes")
    expect(output.read()).toBeNull()
  })
})
