import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { CodeBlock } from "../markdown/index.js"
import { root } from "../pages.js"

/** Tests that run the blocks of a page in some languages. */
export interface Elsewhere {
  readonly page: string
  readonly languages: ReadonlyArray<string>
  readonly test: string
}

/**
 * What is compiled or run by tests that were there before, which take these blocks from the page by
 * themselves.
 */
export const elsewhere: ReadonlyArray<Elsewhere> = [
  // Each of them is a file of tools/mounts, which is driven there.
  { page: "docs/mounts.md", languages: ["ts"], test: "tools/mounts/test/docs.test.ts" },
  // Files of Postfix, which is started with them.
  {
    page: "docs/submission.md",
    languages: ["ini"],
    test: "packages/server/scenarios/nullClient.test.ts"
  },
  // Run against the functions that the server made.
  {
    page: "docs/sql.md",
    languages: ["go", "php", "python", "ruby", "sql"],
    test: "packages/server/scenarios/sql.test.ts"
  },
  // Run with requests that the server signed.
  {
    page: "docs/webhooks.md",
    languages: ["go", "js", "php", "python"],
    test: "packages/client/test/manualCode.test.ts"
  }
]

/** The test that looks at a block, if one does that is there and names the page. */
export const testedBy = (page: string, { language }: CodeBlock): Elsewhere | undefined =>
  elsewhere.find((one) => one.page === page && one.languages.includes(language))

/** Tests of the list that are gone, or no longer read their page. */
export const gone = (): ReadonlyArray<Elsewhere> =>
  elsewhere.filter(
    ({ test }) =>
      !existsSync(join(root, test)) || !/manual|docs\//.test(readFileSync(join(root, test), "utf8"))
  )
