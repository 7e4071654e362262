import { RuleTester } from "eslint"
import tseslint from "typescript-eslint"
import { afterAll, describe, expect, it } from "vitest"
import { readdirSync } from "node:fs"
import plugin, { arrows } from "./architecture.js"

RuleTester.describe = describe
RuleTester.it = it
RuleTester.afterAll = afterAll

const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } })
const { rules } = plugin

const file = (filename, code) => ({ filename: `/repository/packages/${filename}`, code })
const wrong = (filename, code, messageId) => ({ ...file(filename, code), errors: [{ messageId }] })

it("has a line for every package", () => {
  const folders = readdirSync(new URL("../../packages", import.meta.url))
  expect(folders.filter((folder) => !(folder in arrows))).toEqual([])
})

tester.run("arrows", rules.arrows, {
  valid: [
    file("core/src/Emails/send.ts", `import { Effect } from "effect"`),
    file("core/src/Emails/send.ts", `import * as Effect from "effect/Effect"`),
    file("core/src/Emails/send.ts", `import { newId } from "../Ids/index.js"`),
    file(
      "core/test/emails.test.ts",
      `import { memory } from "@telemark/testing"; import "node:fs"`
    ),
    file(
      "sql/src/index.ts",
      `import { Emails } from "@telemark/core"; import { createHash } from "node:crypto"`
    ),
    file("postgres/src/layer.ts", `import { layer } from "@telemark/sql"; import pg from "pg"`),
    file("telemark/src/index.ts", `export * from "@telemark/core"; export * from "@telemark/http"`),
    file("client/src/Effect/run.ts", `import { Effect } from "effect"`),
    file("server/src/main.ts", `import { createTelemark } from "telemark"`)
  ],
  invalid: [
    wrong("core/src/Emails/send.ts", `import { createHash } from "node:crypto"`, "node"),
    wrong("core/src/Emails/send.ts", `import { createHash } from "crypto"`, "node"),
    wrong("core/src/Emails/send.ts", `import { SqlClient } from "@effect/sql"`, "outside"),
    wrong("core/src/Emails/send.ts", `import { x } from "@telemark/sql"`, "against"),
    wrong("core/src/Emails/send.ts", `const x = await import("@telemark/sql")`, "against"),
    wrong("core/src/Emails/send.ts", `export type X = import("@telemark/sql").X`, "against"),
    wrong("smtp/src/index.ts", `export * from "@telemark/sql"`, "against"),
    wrong("sql/src/index.ts", `import type { x } from "@telemark/sqlite"`, "against"),
    wrong("sql/src/index.ts", `import type { x } from "@telemark/postgres"`, "against"),
    wrong("postgres/src/layer.ts", `import { x } from "@telemark/sqlite"`, "against"),
    wrong("sql/src/index.ts", `export { x } from "telemark"`, "against"),
    wrong("server/src/main.ts", `import { x } from "@telemark/testing"`, "against"),
    wrong("client/src/index.ts", `import { Effect } from "effect"`, "outside"),
    wrong("client/src/Promises/run.ts", `import type { Effect } from "effect"`, "outside"),
    wrong("client/src/Effect/run.ts", `import "node:fs"`, "node"),
    wrong("novel/src/index.ts", `export const x = 1`, "unknown")
  ]
})

tester.run("entry-points", rules["entry-points"], {
  valid: [
    file("core/src/Emails/send.ts", `import { decide } from "./decide.js"`),
    file("core/src/Emails/send.ts", `import { decide } from "./parts/decide.js"`),
    file("core/src/Emails/send.ts", `import { newId } from "../Ids/index.js"`),
    file("core/src/index.ts", `export * from "./Emails/index.js"; export * from "./version.js"`),
    file("core/src/Emails/send.ts", `import { version } from "../version.js"`),
    file("core/test/Ids.test.ts", `import { entropy } from "../src/Ids/Entropy.js"`),
    file("sql/src/index.ts", `import { Emails } from "@telemark/core"`)
  ],
  invalid: [
    wrong("core/src/Emails/send.ts", `import { newId } from "../Ids/newId.js"`, "folder"),
    wrong("core/src/Emails/send.ts", `import { x } from "../Ids/inner/index.js"`, "folder"),
    wrong("core/src/index.ts", `export * from "./Emails/send.js"`, "folder"),
    wrong("sql/src/index.ts", `import { Emails } from "@telemark/core/Emails"`, "deep"),
    wrong(
      "sql/test/index.test.ts",
      `import { Emails } from "@telemark/core/dist/index.js"`,
      "deep"
    ),
    wrong("sql/test/index.test.ts", `import { Emails } from "../../core/src/index.js"`, "relative")
  ]
})

tester.run("modules", rules.modules, {
  valid: [
    file(
      "http/src/Api.ts",
      `import * as HttpApi from "@effect/platform/HttpApi"; import { Effect } from "effect"`
    )
  ],
  invalid: [
    wrong("http/src/Api.ts", `import { HttpApi } from "@effect/platform"`, "index"),
    wrong("server/src/main.ts", `import type { NodeRuntime } from "@effect/platform-node"`, "index")
  ]
})

tester.run("lines", rules.lines, {
  valid: [
    file("core/src/short.ts", "x()\n".repeat(300)),
    file(
      "core/src/long.ts",
      "// One table; parts of it would be harder to read.\n" + "x()\n".repeat(400)
    )
  ],
  invalid: [
    wrong("core/src/long.ts", "x()\n".repeat(301), "long"),
    wrong("core/src/long.ts", "x()\n// too late\n" + "x()\n".repeat(300), "long")
  ]
})
