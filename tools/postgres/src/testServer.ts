import { makeDatabase, randomName, type TestDatabase } from "./createDatabase.js"

/**
 * How the setup of a run hands its server and its template on to the processes that run the tests.
 */
export const names = {
  url: "TELEMARK_TEST_POSTGRES_URL",
  template: "TELEMARK_TEST_POSTGRES_TEMPLATE"
} as const

const given = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") {
    throw new Error(
      process.env["TELEMARK_TEST_POSTGRES"] === "off"
        ? "This test needs Postgres, and TELEMARK_TEST_POSTGRES is off."
        : "The test server is not there: tests on Postgres run under vitest with @telemark-tools/postgres/vitest as globalSetup."
    )
  }
  return value
}

/**
 * The server of this run of tests, as somebody who may make databases; syncing to the disk may be
 * off.
 */
export const testPostgresUrl = (): string => given(names.url)

/** A database of one's own on the test server, with the schema up to date and nothing in it. */
export const freshDatabase = (): Promise<TestDatabase> => {
  const template = given(names.template)
  return makeDatabase(testPostgresUrl(), randomName(template), template)
}
