import { describe, expect, it } from "vitest"
import { lostVariables } from "../src/compiler/lostVariables.js"
import { inspectTemplate } from "../src/handlebars/inspect.js"

const lost = (source: string, made: string) =>
  lostVariables(
    inspectTemplate(source, { escape: true }).uses,
    inspectTemplate(made, { escape: true }).uses
  )

describe("variables that are lost on the way", () => {
  it.each([
    ["{{a}}{{b}}", "{{b}}", ["a"]],
    ["{{a.b}}", "", ["a.b"]],
    ["{{a.b}}{{a.c}}", "{{a.c}}", ["a.b"]],
    ["{{#if a}}{{a}}{{/if}}", "{{a}}", ["a"]],
    ["{{#each a.b}}{{c}}{{/each}}", "{{c}}", ["a.b"]],
    ["{{#each a}}{{c}}{{d}}{{/each}}", "{{#each a}}{{c}}{{/each}}", ["a"]]
  ])("of %j in %j", (source, made, expected) => {
    expect(lost(source, made)).toEqual(expected)
  })

  it.each([
    ["{{a}}", "{{a}}{{a}}{{b}}"],
    ["{{#each a}}{{b.c}}{{/each}}", "{{#each a}}{{b.c}}{{/each}}"],
    ["", "{{a}}"]
  ])("none of %j in %j", (source, made) => {
    expect(lost(source, made)).toEqual([])
  })
})
