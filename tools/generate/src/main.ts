/**
 * Writes the files of `client` and `telemark` that follow from the contract. They aren't in the
 * repository: `scripts/generated.mjs` runs this when they are missing or out of date.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { clientErrors, clientRefusals } from "./clientErrors.js"
import { clientMethods } from "./clientMethods.js"
import { clientOperations } from "./clientOperations.js"
import { clientTypes } from "./clientTypes.js"
import { telemarkNames } from "./telemarkNames.js"

const write = (folder: string, files: Readonly<Record<string, () => string>>): void => {
  const directory = new URL(`../../../packages/${folder}/src/generated/`, import.meta.url)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const [name, made] of Object.entries(files))
    writeFileSync(
      new URL(`${name}.ts`, directory),
      `// Made of @telemark/contract by tools/generate: change that.\n${made()}`
    )
}

write("client", {
  types: clientTypes,
  errors: clientErrors,
  refusals: clientRefusals,
  methods: clientMethods,
  operations: clientOperations
})
write("telemark", { contract: telemarkNames })
