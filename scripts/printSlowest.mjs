import { relative } from "node:path"
import { root } from "./pnpm.mjs"

const seconds = ({ endTime, startTime }) => (endTime - startTime) / 1000

/**
 * Prints the ten files of tests that took longest, from the results that vitest's JSON reporter
 * writes.
 */
export const printSlowest = (files) => {
  const longest = [...files].sort((a, b) => seconds(b) - seconds(a)).slice(0, 10)
  if (longest.length === 0) return
  console.log("\nThe slowest files:")
  for (const file of longest)
    console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`)
}
