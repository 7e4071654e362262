import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Against hanging alone, and generous: a machine that does much else takes several times as long as
 * a quiet one. What waits within a test has no bound of its own.
 */
const testTimeout = 600_000

/**
 * One more than cores: tests wait for a third of their time, for processes, servers and disks.
 */
const workers = availableParallelism() + 1

/** A file that takes a minute, begun last, keeps one worker busy while the others have nothing. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification): number =>
      moduleId.includes("/scenarios/") ? 0 : moduleId.includes(".browser.") ? 1 : 2
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// Tests run from the sources; programs that they start are the built ones, which the setup brings
// up to date.
const conditions = ["@telemark/source", "module", "node", "development|production"]
const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } }
const built = "scripts/built.mjs"
const notInstalled = fileURLToPath(new URL("packages/sqlite/test/notInstalled.ts", import.meta.url))
const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined
const postgres = "tools/postgres/src/globalSetup.ts"

// Tests that need Postgres say so in their path. The global setup says loudly that they are left
// out.
const onPostgres = ["packages/postgres/**/*.test.ts", "**/*[pP]ostgres*.test.ts"]
const exclude = [
  ...configDefaults.exclude,
  ...(process.env["TELEMARK_TEST_POSTGRES"] === "off" ? onPostgres : [])
]

/**
 * What `npm test` leaves to `npm run test:all`, with the scenarios: tests on Postgres, on further
 * hosts and storages, and those that start many processes. One project: vitest begins the next one
 * only after the last file of the one before.
 */
const slow = [
  ...onPostgres,
  "examples/*/test/**/*.test.ts",
  "packages/bullmq/test/{connection,queueConformance}.test.ts",
  "packages/client/test/{manualClient,service}.test.ts",
  "packages/{dashboard,server}/test/*.browser.test.ts",
  "packages/feedback/test/engagement/browser.test.ts",
  "packages/feedback/test/{Hooks/fixtures,Listener/corpus,Listener/flood,postfix}.test.ts",
  "packages/http/test/largeBodies.test.ts",
  "packages/server/test/{bench,cli,cliUsage,doctorQueue,domains,feedbackImport,migratePrint,secrets,serve,templates,templatesPush}.test.ts",
  "packages/server/test/mailCosts.test.ts",
  "packages/smtp/test/{fileSafety,largeMail}.test.ts",
  "packages/sqlite/test/{boundedLists,conformancePrefix,fullDisk,nodeSqlite,locks,processes,removedTenants,storedKeys}.test.ts",
  "packages/telemark/test/{readme,subscribe,webhookCosts}.test.ts",
  "packages/telemark/test/transactions/{effectStorage,handles,savepoints,sqliteConnections,sqliteShared}.test.ts",
  "packages/templates/test/{bombs,compilerPool,designSafety,handlebarsInspect,handlebarsRender,starters}.test.ts",
  "packages/testing/test/telemark/limits.test.ts",
  "packages/worker/test/{ownServers,reputation}.test.ts",
  "packages/worker/test/Webhooks/{isolation,loops,retrySchedule,yieldToMail}.test.ts",
  "tools/docs/test/**/*.test.ts",
  "tools/mounts/test/{express,fastify,hono,next,server}.test.ts",
  "tools/postfix/test/**/*.test.ts",
  "tools/postgres/test/**/*.test.ts"
]

/** Storage on the SQLite of Node, where it has one: `nodeSqlite.test.ts` of `packages/sqlite` runs it. */
const nodeSqlite = {
  extends: true as const,
  resolve: { conditions, alias: { "better-sqlite3": notInstalled } },
  ssr: { resolve: { conditions } },
  test: {
    name: "nodeSqlite",
    globalSetup: [built],
    include: [
      "packages/sqlite/test/{backupDatabase,client,conformance,damage,fullDisk,opening,prepared,processes,storedKeys,upgrade}.test.ts",
      "packages/telemark/test/transactions/onNodeSqlite.ts"
    ],
    exclude
  }
} satisfies TestProjectInlineConfiguration

export default defineConfig({
  test: {
    pool: "forks",
    // Each worker loads Effect and the sources once for all of its files: what a test changes of
    // its process, it puts back.
    // Most of what tests make is gone at once: with more space for it, less of it is copied.
    isolate: false,
    execArgv: ["--max-semi-space-size=64"],
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    // What tests print that pass hides the one that failed.
    silent: "passed-only",
    testTimeout,
    hookTimeout: testTimeout,
    expect: { poll: { timeout: testTimeout } },
    projects: [
      {
        extends: true,
        ...fromSources,
        test: {
          name: "unit",
          globalSetup: [built],
          include: [
            "packages/*/test/**/*.test.ts",
            "tools/*/test/**/*.test.ts",
            "benchmarks/test/**/*.test.ts",
            "scripts/**/*.test.js"
          ],
          exclude: [...exclude, ...slow]
        }
      },
      {
        extends: true,
        ...fromSources,
        test: {
          name: "slow",
          globalSetup: [built, postgres],
          include: [...slow, "packages/*/scenarios/**/*.test.ts"],
          exclude
        }
      },
      {
        // The worker on a queue that isn't the storage's own: what claims, leases, holds mail back and
        // settles. What a worker does beside its queue (feedback, links, sizes of claims, checks of
        // domains) is the same on any. Of another queue nothing is taken as it is accepted.
        extends: true,
        ...fromSources,
        test: {
          name: "external",
          include: [
            "packages/worker/test/{Worker,deliverDue,frozenTime,housekeeping,ownServers,pressure,recorder,release,report,reputation}.test.ts"
          ],
          exclude,
          env: { TELEMARK_TEST_QUEUE: "external" }
        }
      },
      {
        // The HTTP API as it ships, behind the host that `npm test` leaves out: how requests come in and
        // answers leave, and that what was built answers as the sources do. What an operation answers
        // doesn't depend on either.
        extends: true,
        test: {
          name: "built",
          globalSetup: [built],
          include: ["packages/http/test/{contract,faults,limits,openApi,routing,tracing}.test.ts"],
          exclude,
          env: { TELEMARK_TEST_HOST: "webHandler" },
          server: { deps: { external: [/\/packages\/\w+\/dist\//] } }
        }
      },
      ...(hasSqlite ? [nodeSqlite] : [])
    ]
  }
})
