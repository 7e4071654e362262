import { describe, expect, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { visible } from "../src/output.js"
import {
  filesOf,
  type TemplateDocument,
  unformatted
} from "../src/templateFolder/TemplateDocument.js"
import { changesOf, unifiedDiff } from "../src/templateFolder/changes.js"
import { collisions, notOnWindows } from "../src/templateFolder/problems.js"
import { readDocument } from "../src/templateFolder/readDocument.js"
import {
  applyChanges,
  readDirectory,
  readFolder,
  writeWhole
} from "../src/templateFolder/folder.js"
import { temporaryDirectory } from "./support/telemark.js"

const empty = {
  subject_template: null,
  mjml_source: null,
  design_json: null,
  html: null,
  text_body: null
}

const welcome: TemplateDocument = {
  ...empty,
  id: "welcome",
  name: "Welcome",
  subject_template: "Hello {{name}}",
  mjml_source: "<mjml></mjml>\n",
  text_body: "Hello {{name}}",
  variables: { name: "friend", "order.number": "" },
  locales: {
    de: { ...empty, subject_template: "Hallo {{name}}" },
    "de-AT": { ...empty, html: "<p>Servus</p>", text_body: "Servus" }
  }
}

const design = {
  schema_version: 1 as const,
  blocks: [
    { id: "a", type: "heading" as const, text: "Hello", level: 1 as const, align: "left" as const }
  ]
}

const settings = '{"name":"Welcome","subject_template":"Hello"}'
const good = { "template.json": settings, "source.html": "<p>Hello</p>" }
const read = (files: Readonly<Record<string, string>>, id = "welcome") =>
  readDocument(id, new Map(Object.entries(files)))

/** Everything that is wrong with some files, as lines. */
const problemsOf = (files: Readonly<Record<string, string>>, id?: string): ReadonlyArray<string> =>
  Result.match(read(files, id), {
    onFailure: (problems) => problems.map(({ file, reason }) => `${file}: ${reason}`),
    onSuccess: () => []
  })

const write = (root: string, files: Readonly<Record<string, string | Uint8Array>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

describe("the files of a template", () => {
  it("put each part in its own file, and languages in folders", () => {
    expect(Object.fromEntries(filesOf(welcome))).toEqual({
      "template.json": `${JSON.stringify({ name: "Welcome", subject_template: "Hello {{name}}", variables: { name: "friend", "order.number": "" } }, null, 2)}\n`,
      "source.mjml": "<mjml></mjml>\n",
      "text.txt": "Hello {{name}}",
      "locales/de/template.json": '{\n  "subject_template": "Hallo {{name}}"\n}\n',
      "locales/de-AT/source.html": "<p>Servus</p>",
      "locales/de-AT/text.txt": "Servus"
    })
  })

  it.each([
    ["MJML and languages", welcome],
    ["a design beside MJML", { ...welcome, design_json: design }],
    ["a design alone", { ...welcome, mjml_source: null, design_json: design }],
    ["html", { ...welcome, mjml_source: null, html: "\ufeff<p>a\r\nb</p>", locales: {} }]
  ])("make the same template again: %s", (_, document) => {
    expect(Result.getOrThrow(readDocument("welcome", filesOf(document)))).toEqual(document)
  })

  it("are the same texts whatever order a design's members are in", () => {
    const [block] = design.blocks
    const turned = {
      blocks: [Object.fromEntries(Object.entries(block ?? {}).reverse())],
      schema_version: 1
    }
    const template = { ...welcome, mjml_source: null, design_json: design }
    const files = new Map([...filesOf(template), ["design.json", JSON.stringify(turned)]])
    expect(filesOf(Result.getOrThrow(readDocument("welcome", files)))).toEqual(filesOf(template))
    expect(unformatted(files)).toEqual(filesOf(template))
  })

  it("name languages in one spelling", () => {
    const document = Result.getOrThrow(read({ ...good, "locales/de-at/text.txt": "Servus" }))
    expect(Object.keys(document.locales)).toEqual(["de-AT"])
  })
})

describe("a folder that is no template", () => {
  it.each<[string, Record<string, string>, ReadonlyArray<string>]>([
    [
      "without template.json",
      { "source.html": "x" },
      ["welcome: must have a template.json with name and subject_template"]
    ],
    [
      "without a source",
      { "template.json": settings },
      ["welcome: must have a source.mjml, a source.html or a design.json"]
    ],
    [
      "with JSON that ends too early",
      { ...good, "template.json": '{"name":' },
      ["welcome/template.json: must be JSON: it ends too early"]
    ],
    [
      "with wrong JSON",
      { ...good, "template.json": '{\n"name": secret}' },
      [
        expect.stringMatching(
          /^welcome\/template\.json: must be JSON: it has an error(?!.*secret)/
        ) as string
      ]
    ],
    [
      "with JSON that is no object",
      { ...good, "template.json": "[]" },
      ["welcome/template.json: must be JSON: an object"]
    ],
    [
      "with a misspelt member",
      { ...good, "template.json": '{"name":"W","subject_template":"H","variabels":{}}' },
      [
        "welcome/template.json: must have name, subject_template, variables and nothing else, and has variabels"
      ]
    ],
    [
      "with members of wrong types",
      { ...good, "template.json": '{"name":1,"variables":{"a":1}}' },
      [
        "welcome/template.json: name must be a string",
        "welcome/template.json: subject_template is missing",
        "welcome/template.json: variables.a must be a string"
      ]
    ],
    [
      "with two sources",
      { ...good, "source.mjml": "<mjml></mjml>" },
      ["welcome/source.html: can't be combined with source.mjml or design.json: keep one of them"]
    ],
    [
      "with a wrong design",
      {
        "template.json": settings,
        "design.json": '{"schema_version":1,"blocks":[{"id":"a","type":"spacer","height":-1}]}'
      },
      [expect.stringMatching(/^welcome\/design\.json: blocks\.0\.height must be /) as string]
    ],
    [
      "with a language that is none",
      { ...good, "locales/german!/text.txt": "x" },
      ["welcome/locales/german!: must be a language tag such as de or de-AT"]
    ],
    [
      "with a language that says nothing",
      { ...good, "locales/de/template.json": "{}" },
      ["welcome/locales/de: must have a subject_template, a source or a text.txt"]
    ],
    [
      "with wrong members of a language",
      { ...good, "locales/de/template.json": '{"name":"W","subject_template":""}' },
      [
        "welcome/locales/de/template.json: must have subject_template and nothing else, and has name",
        "welcome/locales/de/template.json: subject_template must be 1 to 998 characters"
      ]
    ]
  ])("is reported as %s", (_, files, problems) => {
    expect(problemsOf(files)).toEqual(problems)
  })

  it.each(["-x", "a b", "preview", "x".repeat(51)])("is reported by the id %j", (id) => {
    expect(problemsOf(good, id)).toEqual([expect.stringMatching(/^\S.*: must be /)])
  })
})

describe("changes", () => {
  it("are of those files alone that differ", () => {
    expect(
      changesOf(
        "it",
        new Map([
          ["a", "1"],
          ["b", "1"],
          ["c", "1"]
        ]),
        new Map([
          ["b", "1"],
          ["c", "2"],
          ["d", "1"]
        ])
      )
    ).toEqual([
      { file: "it/a", before: "1", after: undefined },
      { file: "it/c", before: "1", after: "2" },
      { file: "it/d", before: undefined, after: "1" }
    ])
  })

  it("are shown as a unified diff", () => {
    const changes = [
      { file: "it/a.txt", before: "one\ntwo\n", after: "one\n2" },
      { file: "it/b.txt", before: undefined, after: "new\n" }
    ]
    expect(unifiedDiff(changes, { isColored: false })).toBe(
      [
        "--- a/it/a.txt",
        "+++ b/it/a.txt",
        "@@ -1,2 +1,2 @@",
        " one",
        "-two",
        "+2",
        "\\ No newline at end of file",
        "--- /dev/null",
        "+++ b/it/b.txt",
        "@@ -0,0 +1,1 @@",
        "+new"
      ].join("\n")
    )
    expect(unifiedDiff(changes, { isColored: true })).toContain(
      "\u001b[31m-two\u001b[0m\n\u001b[32m+2\u001b[0m"
    )
  })

  it("show characters that steer a terminal, and line ends that are otherwise not seen", () => {
    const diff = unifiedDiff(
      [{ file: "it/a.txt", before: "a\n", after: "a\r\n\u001b[2Jb\u009b\n" }],
      { isColored: false }
    )
    expect(diff).toContain("-a\n+a\\x0d\n+\\x1b[2Jb\\x9b")
  })

  it("show characters that turn the direction of text, take no width or end a line for some readers", () => {
    expect(visible("a\u202eb\u2066c\u200bd\u00ade\u2028f\u2029g\u{e0041}h\ti\n")).toBe(
      "a\\u{202e}b\\u{2066}c\\u{200b}d\\xade\\u{2028}f\\u{2029}g\\u{e0041}h\ti\n"
    )
  })

  it("don't take a folder's name for lines of the diff", () => {
    const [head] = unifiedDiff(
      [{ file: "it/locales/\n+x\u001b/text.txt", before: "a", after: undefined }],
      { isColored: false }
    ).split("\n")
    expect(head).toBe("--- a/it/locales/\\x0a+x\\x1b/text.txt")
  })

  it("say of a text with very many other lines how many there are", () => {
    const lines = (start: string) =>
      Array.from({ length: 8_000 }, (_, index) => `${start}${String(index)}\n`).join("")
    expect(
      unifiedDiff([{ file: "it/source.html", before: lines("a"), after: `${lines("b")}more` }], {
        isColored: false
      })
    ).toBe(
      [
        "--- a/it/source.html",
        "+++ b/it/source.html",
        "@@ rewritten: 8000 lines became 8001, first difference at line 1, character 1 @@"
      ].join("\n")
    )
    expect(
      unifiedDiff([{ file: "it/source.html", before: undefined, after: lines("a") }], {
        isColored: false
      }).split("\n")
    ).toHaveLength(8_003)
  })

  it("say of a very long line where it differs, and show none whole", () => {
    const long = "x".repeat(100_000)
    const said = (before: string | undefined, after: string | undefined) =>
      unifiedDiff([{ file: "it/source.html", before, after }], { isColored: false })
        .split("\n")
        .slice(2)
    expect(said(`a\n${long}`, `a\n${long}y`)).toEqual([
      "@@ rewritten: 2 lines became 2, first difference at line 2, character 100001 @@"
    ])
    expect(said(undefined, long)).toEqual(["@@ added: 1 line @@"])
    expect(said(long, undefined)).toEqual(["@@ removed: 1 line @@"])
    expect(said(`${long}\na\n`, `${long}\nb\n`)).toEqual([
      "@@ -1,2 +1,2 @@",
      ` ${"x".repeat(1_999)}…`,
      "-a",
      "+b"
    ])
  })
})

describe("names that don't fit every system", () => {
  it("are those that differ from others by case or dots at the end alone", () => {
    expect(
      collisions(["Welcome", "welcome", "bill", "it"], ["welcome", "bill", "IT.", "more"])
    ).toEqual([
      {
        file: "Welcome",
        reason: expect.stringMatching(
          /^must differ from welcome by more than .* Keep one of them active$/
        ) as unknown
      },
      {
        file: "welcome",
        reason: expect.stringMatching(/^must differ from Welcome by more than /) as unknown
      },
      {
        file: "it",
        reason: expect.stringMatching(
          /^must differ from IT\. by more than .* Rename or remove IT\.$/
        ) as unknown
      }
    ])
    expect(collisions(["welcome", "welcome-2"], ["welcome", "other"])).toEqual([])
  })

  it("are those that Windows keeps for itself", () => {
    expect(
      notOnWindows([
        "con",
        "NUL",
        "aux.v2",
        "com1",
        "lpt9",
        "end.",
        "console",
        "com",
        "com12",
        "a.con",
        "v1.2"
      ])
    ).toEqual(["con", "NUL", "aux.v2", "com1", "lpt9", "end."])
  })
})

describe("a folder on disk", () => {
  it.effect("is read with what doesn't belong to it", () =>
    Effect.gen(function* () {
      const root = temporaryDirectory()
      write(root, {
        "it/template.json": "{}",
        "it/notes.md": "x",
        "it/locales/de/text.txt": "x",
        "it/locales/de/more/text.txt": "x",
        "it/.hidden": "x",
        "it/src/source.mjml": "x",
        "README.md": "x",
        ".git/HEAD": "x"
      })
      const { files, ignored, problems } = yield* readFolder(root, "it")
      expect([...files.keys()]).toEqual(["locales/de/text.txt", "template.json"])
      expect(ignored).toEqual(["it/locales/de/more", "it/notes.md", "it/src"])
      expect(problems).toEqual([])
      expect(yield* readDirectory(root)).toEqual({
        ids: ["it"],
        ignored: ["README.md"],
        problems: []
      })
      expect((yield* readFolder(root, "nowhere")).files.size).toBe(0)
    })
  )

  it.effect("is read alike whatever line ends and marks a system gives its files", () =>
    Effect.gen(function* () {
      const root = temporaryDirectory()
      const text = (start: string, end: string): Readonly<Record<string, string>> => ({
        "it/template.json": `${start}{${end}}${end}`,
        "it/source.mjml": `${start}a${end}${end}b \r c${end}`,
        "it/text.txt": `${start}a${end}`
      })
      write(root, text("\ufeff", "\r\n"))
      const { files } = yield* readFolder(root, "it")
      write(root, text("", "\n"))
      expect(files).toEqual((yield* readFolder(root, "it")).files)
      expect(files.get("source.mjml")).toBe("a\n\nb \r c\n")
    })
  )

  it.effect("is not read through symbolic links, nor from files that are no text", () =>
    Effect.gen(function* () {
      const [root, elsewhere] = [temporaryDirectory(), temporaryDirectory()]
      write(elsewhere, { "secret.txt": "secret", "it/template.json": "{}" })
      write(root, {
        "it/template.json": "{}",
        "it/source.html": new Uint8Array([0xff, 0xfe, 0x00])
      })
      symlinkSync(join(elsewhere, "secret.txt"), join(root, "it/text.txt"))
      symlinkSync(elsewhere, join(root, "it/locales"))
      symlinkSync(join(elsewhere, "it"), join(root, "linked"))
      const { files, problems } = yield* readFolder(root, "it")
      expect([...files.keys()]).toEqual(["template.json"])
      expect(problems.map(({ file }) => file)).toEqual([
        "it/locales",
        "it/text.txt",
        "it/source.html"
      ])
      const listed = yield* readDirectory(root)
      expect(listed.ids).toEqual(["it"])
      expect(listed.problems).toMatchObject([
        { file: "linked", reason: expect.stringContaining("symbolic link") as unknown }
      ])
    })
  )

  it.effect("is updated by what changes say, and keeps its other contents", () =>
    Effect.gen(function* () {
      const root = temporaryDirectory()
      write(root, {
        "it/template.json": "old",
        "it/locales/de/text.txt": "x",
        "it/locales/fr/text.txt": "x",
        "it/locales/fr/mine.md": "x"
      })
      yield* applyChanges(root, [
        { file: "it/locales/de/text.txt", before: "x", after: undefined },
        { file: "it/locales/fr/text.txt", before: "x", after: undefined },
        { file: "it/template.json", before: "old", after: "new" },
        { file: "more/locales/de-AT/text.txt", before: undefined, after: "Servus" }
      ])
      expect(readFileSync(join(root, "it/template.json"), "utf8")).toBe("new")
      expect(existsSync(join(root, "it/locales/de"))).toBe(false)
      expect(readdirSync(join(root, "it/locales/fr"))).toEqual(["mine.md"])
      expect(readFileSync(join(root, "more/locales/de-AT/text.txt"), "utf8")).toBe("Servus")
      expect(readdirSync(join(root, "it"))).toEqual(["locales", "template.json"])
    })
  )

  it.effect("is not written through links that somebody laid out for it", () =>
    Effect.gen(function* () {
      const root = temporaryDirectory()
      write(root, { "others.txt": "others", "it/.keep": "" })
      for (const name of ["text.txt", `.text.txt.${String(process.pid)}.tmp`, ".text.txt.tmp"])
        symlinkSync(join(root, "others.txt"), join(root, "it", name))
      yield* writeWhole(join(root, "it/text.txt"), "ours")
      expect([
        readFileSync(join(root, "it/text.txt"), "utf8"),
        readFileSync(join(root, "others.txt"), "utf8")
      ]).toEqual(["ours", "others"])
    })
  )

  it.effect("says what can't be written, and leaves nothing half written behind", () =>
    Effect.gen(function* () {
      const root = temporaryDirectory()
      mkdirSync(join(root, "taken"))
      const error = yield* Effect.flip(writeWhole(join(root, "taken"), "text"))
      expect(error.message).toMatch(/taken can't be written \(E\w+\)\. /)
      expect(readdirSync(root)).toEqual(["taken"])
      expect((yield* Effect.flip(readDirectory(join(root, "nowhere")))).message).toMatch(
        /nowhere can't be read \(ENOENT\)\. /
      )
    })
  )
})
