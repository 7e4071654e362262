import ts from "typescript"
import { describe, expect, it } from "vitest"
import type { VariableUses } from "../../src/sending/templates/VariableUse.js"
import { templateTypes } from "../../src/sending/templates/templateTypes.js"

const printed = { printed: true } as const
const tested = { tested: true } as const

/** The declaration of one template, on one line. */
const declarationOf = (uses: VariableUses, defaults: ReadonlyArray<string> = []): string => {
  const text = templateTypes([{ id: "it", uses, defaults }])
  return /readonly "it": ([\s\S]*?)\n {2}\}\n\}\n$/.exec(text)?.[1]?.replace(/\s+/g, " ") ?? ""
}

/** The declarations of the language, which take longer to read than all else. */
const libraries = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says of some sources, with the package `telemark` stood in for. */
const problemsOf = (declarations: string, source: string): ReadonlyArray<string> => {
  const files = new Map([
    ["/telemark.ts", "export interface TemplateData {}"],
    ["/templates.d.ts", declarations],
    ["/main.ts", `import type { TemplateData } from "telemark"\n${source}`]
  ])
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: { telemark: ["/telemark.ts"] }
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  host.getCurrentDirectory = () => "/"
  host.fileExists = (name) => files.has(name) || fileExists(name)
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name)
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest))
    return libraries.get(name)
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
}

describe("the declared type of a template's data", () => {
  it.each<[string, VariableUses, string]>([
    ["no variables", {}, "Readonly<Record<string, never>>"],
    ["what is written out", { name: printed }, "{ readonly name: string | number }"],
    ["what is only asked for", { vip: tested }, "{ readonly vip?: unknown }"],
    [
      "what is asked for and written out",
      { name: { ...printed, ...tested } },
      "{ readonly name?: string | number | null | undefined }"
    ],
    [
      "members",
      { order: { members: { number: printed } } },
      "{ readonly order: { readonly number: string | number } }"
    ],
    [
      "members that are all asked for",
      { order: { members: { note: tested } } },
      "{ readonly order?: { readonly note?: unknown } | undefined }"
    ],
    [
      "members of what is asked for",
      { order: { ...tested, members: { number: printed } } },
      "{ readonly order?: { readonly number: string | number } | null | undefined }"
    ],
    [
      "members of what is written out too",
      { order: { ...printed, members: { number: printed } } },
      "{ readonly order: { readonly number: string | number } }"
    ],
    [
      "items with members",
      { items: { items: { members: { name: printed, price: { ...printed, ...tested } } } } },
      "{ readonly items: ReadonlyArray<{ readonly name: string | number readonly price?: string | number | null | undefined }> }"
    ],
    [
      "items that are written out",
      { tags: { items: printed } },
      "{ readonly tags: ReadonlyArray<string | number> }"
    ],
    [
      "items that are asked for",
      { tags: { items: { ...printed, ...tested } } },
      "{ readonly tags: ReadonlyArray<string | number | null | undefined> }"
    ],
    [
      "items that nothing is used of",
      { rows: { items: {} } },
      "{ readonly rows: ReadonlyArray<unknown> }"
    ],
    [
      "a list that is asked for",
      { tags: { ...tested, items: printed } },
      "{ readonly tags?: ReadonlyArray<string | number> | null | undefined }"
    ],
    [
      "lists of lists",
      { rows: { items: { items: printed } } },
      "{ readonly rows: ReadonlyArray<ReadonlyArray<string | number>> }"
    ],
    [
      "the length of a list",
      { tags: { items: printed, members: { length: printed } } },
      "{ readonly tags: ReadonlyArray<string | number> }"
    ],
    [
      "an object that is gone through",
      { totals: { items: printed, members: { net: printed } } },
      "{ readonly totals: { readonly net: string | number } & Readonly<Record<string, unknown>> }"
    ]
  ])("of %s", (_, uses, expected) => {
    expect(declarationOf(uses)).toBe(expected)
  })

  it("lets variables with a default be left out, and anything that contains no value", () => {
    expect(
      declarationOf({ name: printed, order: { members: { number: printed } } }, [
        "name",
        "order.number"
      ])
    ).toBe(
      "{ readonly name?: string | number | undefined readonly order?: { readonly number?: string | number | undefined } | undefined }"
    )
  })

  it("doesn't take a member of items for a variable with a default", () => {
    expect(
      declarationOf({ items: { items: { members: { name: printed } } }, name: printed }, [
        "items.name"
      ])
    ).toBe(
      "{ readonly items: ReadonlyArray<{ readonly name: string | number }> readonly name: string | number }"
    )
  })
})

describe("the declarations of templates", () => {
  const welcome = { id: "welcome", uses: { name: printed, vip: tested }, defaults: [] }
  const receipt = {
    id: "receipt.v2",
    uses: { items: { items: { members: { name: printed } } } },
    defaults: []
  }

  it("are in one order, say where they come from and end with a line's end", () => {
    const text = templateTypes([welcome, receipt])
    expect(templateTypes([receipt, welcome])).toBe(text)
    expect(text).toMatchInlineSnapshot(`
      "// Generated by \`telemark templates types\`. Do not edit: generate it again when templates change.

      export {}

      declare module "telemark" {
        interface TemplateData {
          readonly "receipt.v2": {
            readonly items: ReadonlyArray<{
              readonly name: string | number
            }>
          }
          readonly "welcome": {
            readonly name: string | number
            readonly vip?: unknown
          }
        }
      }
      "
    `)
  })

  it("compile, and check data against them", () => {
    expect(
      problemsOf(
        templateTypes([welcome, receipt]),
        `
      const good: TemplateData = { welcome: { name: "Ada" }, "receipt.v2": { items: [{ name: "Tea" }] } }
      // @ts-expect-error: name is missing
      const missing: TemplateData["welcome"] = {}
      // @ts-expect-error: it is misspelt
      const misspelt: TemplateData["welcome"] = { name: "Ada", vpi: true }
      // @ts-expect-error: it is no text
      const wrong: TemplateData["welcome"] = { name: {} }
    `
      )
    ).toEqual([])
  })

  it("compile without any template", () => {
    expect(problemsOf(templateTypes([]), "const none: TemplateData = {}")).toEqual([])
  })

  it("compile whatever variables are called, and nothing in a name gets out of its quotes", () => {
    const names = [
      "class",
      "first-name",
      "größe",
      'a"b',
      "a\\",
      "*/",
      "`${x}`",
      "line\nbreak",
      "\u2028",
      "1st",
      "constructor",
      "__proto__x"
    ]
    const uses = Object.fromEntries(names.map((name) => [name, printed]))
    const values = Object.fromEntries(names.map((name) => [name, 1]))
    expect(
      problemsOf(
        templateTypes([{ id: "it", uses, defaults: [] }]),
        `const all: TemplateData["it"] = ${JSON.stringify(values)}`
      )
    ).toEqual([])
  })
})
