import { describe, expect, it } from "vitest"
import { errorsFile } from "./generate/errors.js"
import { methodsFile } from "./generate/methods.js"
import { typesFile } from "./generate/types.js"

describe("what is made of the contract", () => {
  // After a change of the contract: `npm run generate`.
  it.each([
    ["Contract/types", typesFile],
    ["Operations/methods", methodsFile],
    ["Errors/refusals", errorsFile]
  ])("has %s as the contract has them", async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`../src/${name}.ts`)
  })
})
