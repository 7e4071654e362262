import { defineConfig } from "vitest/config"

// Tests run from the sources: no build comes before them.
const conditions = ["@telemark/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/*/test/**/*.test.ts",
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
          testTimeout: 120_000,
          hookTimeout: 60_000
        }
      }
    ]
  }
})
