import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"

// Tests run from the sources: no build comes before them.
const conditions = ["@telemark/source", "module", "node", "development|production"]

// Tests that need Postgres say so in their path. The global setup says loudly that they are left out.
const isPostgresOff = process.env["TELEMARK_TEST_POSTGRES"] === "off"
const exclude = [...configDefaults.exclude, ...(isPostgresOff ? ["packages/postgres/**", "**/*[pP]ostgres*.test.ts"] : [])]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    // Two at the least: many scenarios wait for most of their time, for processes and for servers that stall.
    minWorkers: 1,
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: "tools/postgres/src/globalSetup.ts",
    exclude,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/*/test/**/*.test.ts",
            "tools/*/test/**/*.test.ts",
            "examples/*/test/**/*.test.ts",
            "benchmarks/test/**/*.test.ts",
            "scripts/**/*.test.js"
          ],
          testTimeout: 20_000
        }
      },
      {
        extends: true,
        test: {
          name: "scenarios",
          include: ["packages/*/scenarios/**/*.test.ts"],
          exclude: [...exclude, "**/*.alone.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000
        }
      },
      {
        // Tests that look at times, once nothing else runs any more.
        extends: true,
        test: {
          name: "alone",
          include: ["packages/*/scenarios/**/*.alone.test.ts"],
          testTimeout: 180_000,
          sequence: { groupOrder: 1 }
        }
      }
    ]
  }
})
