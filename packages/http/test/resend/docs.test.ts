import { readFileSync } from "node:fs"
import { Resend } from "resend"
import { expect, it } from "vitest"
import { matchRoute } from "../../src/resend/matchRoute.js"
import { resendRoutes } from "../../src/resend/routes.js"

const page = readFileSync(new URL("../../../../docs/from-resend.md", import.meta.url), "utf8")

const client: unknown = new Resend("tmk_unused")

const memberOf = (path: string): unknown =>
  path
    .split(".")
    .reduce(
      (owner, name) => (owner as Readonly<Record<string, unknown>> | undefined)?.[name],
      client
    )

const rows = [
  ...page.matchAll(
    /^\| `([\w.]+)` \| `(GET|POST|PATCH|DELETE) \/resend(\/\S+)` \| `([\w:]+)` \|$/gm
  )
].map(([, name = "", method = "", path = "", scope = ""]) => ({ name, method, path, scope }))

it("the page lists exactly the requests that are answered, with their scopes", () => {
  expect(rows.map(({ method, path, scope }) => [method, path, scope])).toEqual(
    resendRoutes.map(({ method, operation: { operation }, path }) => [
      method,
      path,
      operation.scope
    ])
  )
})

it("by methods that Resend's package has", () => {
  for (const { name } of rows) expect([name, typeof memberOf(name)]).toEqual([name, "function"])
})

it("and what isn't answered is in the package, but has no route", () => {
  const missing = [...page.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+) \| (?!`)[^|]+ \|$/gm)]
    .flatMap(([, names = ""]) => [...names.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name))
    .filter((name) => memberOf(name) !== undefined)
  expect(missing).toEqual(
    expect.arrayContaining(["emails.share", "domains.update", "contacts", "broadcasts", "logs"])
  )
  for (const path of ["/emails/x/share", "/contacts", "/broadcasts", "/logs", "/usage"])
    expect(matchRoute("GET", path)._tag).toBe("Unknown")
  expect(matchRoute("PATCH", "/domains/x")._tag).toBe("OtherMethod")
})
