import { describe, expect, it } from "vitest"
import { type Application, modulesOf } from "../src/code/modules.js"

const modules = (blocks: ReadonlyArray<string>, applications: ReadonlyArray<Application> = []) =>
  modulesOf(
    blocks.map((code) => ({ code, isTsx: false, applications })),
    (index) => `./block${String(index)}.js`
  ).map(({ code }) => code)

describe("a block of code", () => {
  it("has what blocks before it declare", () => {
    expect(modules(["const a = 1", "use(a)"])).toEqual([
      "const a = 1\nexport { a }\n",
      'import { a } from "./block0.js"; use(a)\nexport {  }\n'
    ])
  })

  it("has what blocks before it import, under the name that they gave it", () => {
    const [, second] = modules([
      'import { a as b, type C } from "x"\nimport * as D from "y"\nimport e from "z"',
      "b as C, D.f, e"
    ])
    expect(second).toContain(
      'import { a as b } from "x"; import { type C } from "x"; import * as D from "y"; import e from "z"; b as C'
    )
  })

  it("has nothing of blocks behind it", () => {
    expect(modules(["use(a)", "const a = 1"])[0]).toBe("use(a)\nexport {  }\n")
  })

  it("keeps its own names and exports", () => {
    expect(modules(["const a = 1", "export const a = 2"])[1]).toBe(
      "export const a = 2\nexport {  }\n"
    )
  })

  it("has what its reader has, the nearest first, unless the page shows it", () => {
    const applications = [
      { names: new Set(["a"]), specifier: "near" },
      { names: new Set(["a", "b", "c"]), specifier: "far" }
    ]
    expect(modules(["const c = 1", "use(a, b, c)"], applications)[1]).toBe(
      'import { a } from "near"; import { b } from "far"; import { c } from "./block0.js"; use(a, b, c)\nexport {  }\n'
    )
  })

  it("keeps its lines where they are", () => {
    expect(modules(["const a = 1", "\nuse(a)"])[1]?.split("\n")[1]).toBe("use(a)")
  })
})
