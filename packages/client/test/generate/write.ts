/** Writes the client's files that are made of the contract: `npm run generate`. */
import { writeFileSync } from "node:fs"
import { errorsFile } from "./errors.js"
import { methodsFile } from "./methods.js"
import { typesFile } from "./types.js"

for (const [name, text] of [
  ["Contract/types", typesFile()],
  ["Operations/methods", methodsFile()],
  ["Errors/refusals", errorsFile()]
] as const) {
  writeFileSync(new URL(`../../src/${name}.ts`, import.meta.url), text)
}
