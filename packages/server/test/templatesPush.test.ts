import { afterEach, describe, expect, it, onTestFinished, vi } from "@effect/vitest"
import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import {
  copyElsewhere,
  deactivateElsewhere,
  folder,
  hello,
  json,
  read,
  saveElsewhere,
  templates,
  useTemplates,
  write,
  writeWelcome
} from "./support/templates.js"

useTemplates()

afterEach(() => {
  vi.restoreAllMocks()
})

/** Pushes on a terminal, where something happens between the question and the yes. */
const pushWhile = (happens: () => Promise<unknown>) => {
  const answers = async function* () {
    await happens()
    yield "y\n"
  }
  vi.spyOn(process, "stdin", "get").mockReturnValue(
    Object.assign(Readable.from(answers()), {
      isTTY: true,
      fd: 0 as const
    }) as unknown as typeof process.stdin
  )
  const { isTTY } = process.stderr
  Object.assign(process.stderr, { isTTY: true })
  onTestFinished(() => {
    Object.assign(process.stderr, { isTTY })
  })
  return templates("push", folder)
}

describe("telemark templates push", () => {
  it("saves what is new, as the diff has shown, and then finds nothing to do", async () => {
    writeWelcome()
    write("notes.md", "Ours")
    const pushed = await templates("push", folder, "--yes")
    expect(pushed.code).toBe(0)
    expect(pushed.stdout).toContain("--- /dev/null\n+++ b/welcome/locales/de/template.json\n")
    expect(pushed.stdout).toContain('+  "subject_template": "Willkommen, {{name}}"')
    expect(pushed.stdout).toMatch(/\nwelcome: version 1\n$/)
    expect(pushed.stdout).not.toContain("\u001b")
    expect(pushed.stderr).toContain("Ignored, since no template has such files: notes.md")

    const again = await templates("push", folder)
    expect(again).toMatchObject({
      code: 0,
      stdout: "Nothing to do: the stored templates match the folder.\n"
    })
    expect(await json("push", folder)).toEqual({
      code: 0,
      document: {
        data: [{ id: "welcome", version: 1, status: "unchanged", warnings: [] }],
        left_alone: []
      }
    })
    expect(await json("list")).toMatchObject({
      code: 0,
      document: { data: [{ id: "welcome", name: "Welcome", version: 1, active: true }] }
    })
    expect((await templates("list")).stdout).toMatch(
      /^ID .*\nwelcome +1 +active .*Welcome +Welcome, \{\{name\}\}\n$/
    )
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
    write(
      "welcome/source.mjml",
      "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>"
    )
    const { code, document } = await json("push", folder, "--yes")
    expect({ code, document }).toMatchObject({
      code: 0,
      document: {
        data: [
          { id: "welcome", version: 2, status: "updated" },
          { id: "other", version: 1, status: "unchanged" }
        ],
        left_alone: []
      }
    })
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    rmSync(join(folder, "other"), { recursive: true })
    const left = await templates("push", folder)
    expect(left.stderr).toContain("Left unchanged, since the folder doesn't have them: other")
  })

  it("does nothing without a yes", async () => {
    writeWelcome()
    const { code, stderr, stdout } = await templates("push", folder)
    expect(code).toBe(1)
    expect(stdout).toContain("+++ b/welcome/template.json")
    expect(stderr).toContain("Nothing was pushed. Give --yes to continue without this question.")
    expect(await json("push", folder)).toMatchObject({
      code: 1,
      document: { error: "not_confirmed" }
    })
    expect(await json("list")).toEqual({ code: 0, document: { data: [] } })
  })

  it("reports everything that is wrong with all templates before it saves any", async () => {
    writeWelcome()
    write("welcome/locales/de/text.txt", "{{#if name}}")
    write("broken/template.json", "{")
    write("broken/source.html", "<p></p>")
    write("mjml/template.json", { name: "M", subject_template: "{{> partial}}" })
    write("mjml/source.mjml", '<mjml><mj-body><mj-include path="/etc/passwd" /></mj-body></mjml>')
    write("mismatched/template.json", { name: "M", subject_template: "M" })
    write(
      "mismatched/source.mjml",
      "<mjml><mj-body><mj-section><mj-column>\n<mj-text>{{code}}</mj-txt>\n</mj-column></mj-section></mj-body></mjml>"
    )
    symlinkSync("/etc", join(folder, "linked"))
    const { code, stderr } = await templates("push", folder, "--yes")
    expect(code).toBe(1)
    expect(stderr).toContain("Nothing was pushed. Fix these first:\n")
    for (const file of [
      "welcome/locales/de/text.txt",
      "broken/template.json",
      "mjml/template.json: subject_template",
      "mjml/source.mjml",
      "linked"
    ]) {
      expect(stderr).toMatch(new RegExp(`^  ${file}:? `, "m"))
    }
    expect(stderr).toContain(
      "mismatched/source.mjml: line 2: </mj-txt> doesn't close the mj-text of line 2; write </mj-text>"
    )
    expect(await json("list")).toEqual({ code: 0, document: { data: [] } })
  })

  it("revives a template that was deactivated", async () => {
    writeWelcome()
    await templates("push", folder, "--yes")
    await deactivateElsewhere("welcome")
    expect((await templates("list")).stdout).toContain("deactivated")
    expect(await json("push", folder, "--yes")).toMatchObject({
      document: { data: [{ id: "welcome", version: 2, status: "created" }] }
    })
  })

  it("overwrites nothing that changed after the diff, and saves the others", async () => {
    const ids = ["deactivated", "fine", "made", "saved"]
    const writeAll = (html: string) => {
      for (const id of ids) {
        write(`${id}/template.json`, { name: id, subject_template: id })
        write(`${id}/source.html`, html)
      }
    }
    writeAll("<p>1</p>")
    await templates("push", folder, "--yes")
    await deactivateElsewhere("made")
    writeAll("<p>2</p>")
    const { code, stderr, stdout } = await pushWhile(async () => {
      await deactivateElsewhere("deactivated")
      await saveElsewhere("saved", { name: "Theirs" })
      await copyElsewhere("made", "made")
    })
    expect(code).toBe(1)
    expect(stderr).toContain(
      [
        "1 template of 4 were pushed. Not pushed:",
        "  deactivated was deactivated meanwhile: run push again",
        "  made was made meanwhile: run push again",
        "  saved was saved meanwhile (version 2): run push again"
      ].join("\n")
    )
    expect(stdout).toMatch(/\nfine: version 2\n$/)
    const { document } = await json("list")
    expect(document["data"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: "saved", name: "Theirs", version: 2 }),
        expect.objectContaining({ id: "fine", version: 2 }),
        expect.objectContaining({ id: "made", version: 2 }),
        expect.objectContaining({ id: "deactivated", version: 1, active: false })
      ])
    )
  })

  it("takes no line ends or marks at the start of files for changes", async () => {
    writeWelcome()
    write("welcome/text.txt", "Hello\n{{name}}\n")
    await templates("push", folder, "--yes")
    write("welcome/text.txt", "\ufeffHello\r\n{{name}}\r\n")
    write("welcome/source.html", `\ufeff${hello}`)
    write(
      "welcome/locales/de/template.json",
      '\ufeff{\r\n"subject_template": "Willkommen, {{name}}"\r\n}'
    )
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
    expect((await templates("pull", folder)).stdout).toContain("Nothing to do")
    expect(read("welcome/text.txt")).toBe("\ufeffHello\r\n{{name}}\r\n")
    await saveElsewhere("welcome", { text_body: "\ufeffHello\r\n{{name}}\r\r\n" })
    expect((await templates("push", folder)).stdout).toContain("Nothing to do")
  })

  it.each([
    ["push", ["nowhere"], "file_not_usable"],
    ["list", ["--tenant", "nobody"], "not_found"]
  ] as const)("%s %j fails with %s", async (command, args, error) => {
    expect(await json(command, ...args)).toMatchObject({ code: 1, document: { error } })
  })
})
