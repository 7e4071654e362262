import { allOperations, allScopes, emailStatuses, EventType, Scope } from "@telemark/contract"
import { defaultRetryPolicy } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { readPage, readPages } from "../src/pages.js"

const words = [
  ...["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
  ...["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"],
  ...["nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"]
]
const numberOf = (text: string): number => {
  const index = words.indexOf(text.toLowerCase())
  return index === -1 ? Number(text) : index
}

const counts = {
  scopes: allScopes.length,
  statuses: emailStatuses.length,
  "kinds of events": EventType.literals.length,
  "types of events": EventType.literals.length,
  "event types": EventType.literals.length
}

/** Decisions say what was so when they were made. */
const pages = readPages().filter(({ file }) => !file.startsWith("docs/decisions/"))

const found = (pattern: RegExp): ReadonlyArray<readonly [file: string, ...groups: Array<string>]> =>
  pages.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => [file, ...groups] as const)
  )

const operationsLike = new Map<string, ReadonlyArray<string>>(
  ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [
    method,
    allOperations.flatMap(({ operation }) => (operation.method === method ? [operation.path] : []))
  ])
)

/** Whether a path of a page, with `{id}` or an example for a parameter, is one of these. */
const isAmong = (path: string, known: ReadonlyArray<string>): boolean =>
  known.some((template) => {
    const [given, parts] = [path.split("/"), template.split("/")]
    return (
      given.length === parts.length &&
      parts.every((part, index) => part.startsWith(":") || part === given[index])
    )
  })

/** The default schedule in minutes, and as settings write it. */
const retryMinutes = defaultRetryPolicy.schedule.map((wait) => wait / 60_000)
const retrySetting = retryMinutes
  .map((wait) => (wait < 240 ? `${String(wait)}m` : `${String(wait / 60)}h`))
  .join(",")

describe("what the pages say of retries", () => {
  it("is the default schedule", () => {
    const tables = found(/^\| minutes to the next \|([ \d|]+)\|$/gm)
    expect(tables).toHaveLength(1)
    for (const [file, row = ""] of tables)
      expect([file, ...row.split("|").map(Number)]).toEqual([file, ...retryMinutes])
    const settings = found(/`(1m,5m[\dmh,]*)`/g)
    expect(settings.length).toBeGreaterThan(1)
    for (const [file, setting] of settings) expect([file, setting]).toEqual([file, retrySetting])
  })
})

describe("what the pages say of the interface", () => {
  it("counts scopes, statuses and kinds of events as they are", () => {
    const counted = found(
      new RegExp(`\\b(\\d+|${words.join("|")}) (?:\\[)?(${Object.keys(counts).join("|")})\\b`, "gi")
    )
    expect(counted.length).toBeGreaterThan(2)
    for (const [file, number = "", what = ""] of counted)
      expect([file, what, numberOf(number)]).toEqual([
        file,
        what,
        counts[what.toLowerCase() as keyof typeof counts]
      ])
  })

  it("names scopes that there are", () => {
    const resources = [...new Set(Scope.literals.map((scope) => scope.split(":")[0]))]
    const named = found(new RegExp(`\`((?:${resources.join("|")}):[a-z]+)\``, "g"))
    expect(named.length).toBeGreaterThan(50)
    for (const [file, scope] of named) expect(Scope.literals, file).toContain(scope)
  })

  it("names kinds of events that there are", () => {
    const ofResend = ["delivery_delayed", "suppressed", "scheduled", "received"]
    const named = found(/`email\.([a-z_]+)`/g).filter(
      ([file, kind = ""]) =>
        !(
          ["docs/from-resend.md", "docs/feedback-providers.md"].includes(file) &&
          ofResend.includes(kind)
        )
    )
    expect(named.length).toBeGreaterThan(30)
    for (const [file, kind = ""] of named)
      expect(EventType.literals, file).toContain(`email.${kind}`)
  })

  it("names operations that there are", () => {
    const named = found(/`(GET|POST|PUT|PATCH|DELETE) (?:\/v1)?(\/[^\s`?]*)/g).filter(
      ([, , path = ""]) =>
        !/^\/(?:healthz|readyz|metrics|hooks|mail|resend\/|u\/|t\/|docs)/.test(path)
    )
    expect(named.length).toBeGreaterThan(100)
    expect(
      named.filter(([, method = "", path = ""]) => !isAmong(path, operationsLike.get(method) ?? []))
    ).toEqual([])
  })

  it.each([
    ["docs/http.md", "operation", allOperations.map(({ operation }) => operation.path)],
    ["docs/http.md", "status", emailStatuses],
    ["docs/http.md", "scope", allScopes],
    ["docs/webhooks.md", "kind of event", EventType.literals]
  ] as const)("names in %s every %s", (file, _what, all) => {
    const { text } = readPage(file)
    expect(
      all.filter(
        (one) =>
          !text.includes(
            one.replace(/:(\w+)(?=\/|$)/g, (part, name) =>
              one.startsWith("/") ? `{${String(name)}}` : part
            )
          )
      )
    ).toEqual([])
  })

  it("calls the variable with a key by one name", () => {
    expect(found(/(TELEMARK_API_KEY)/g)).toEqual([])
  })
})
