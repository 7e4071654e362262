import { beforeEach } from "@effect/vitest"
import {
  type StoragePorts,
  type TemplateContent,
  templateQueries,
  tenantQueries
} from "@telemark/core"
import { writeNextVersion, writeTemplate } from "@telemark-tools/storages"
import { Effect } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { layerStorageOf } from "../../src/application/storage.js"
import { call } from "./call.js"
import { temporaryDirectory } from "./telemark.js"

export let root = ""
export let folder = ""
let environment: Readonly<Record<string, string>> = {}

export const templates = (...args: ReadonlyArray<string>) =>
  call(["templates", ...args], environment)

/** Calls a command with `--json`; what it prints must be one document. */
export const json = async (...args: ReadonlyArray<string>) => {
  const { code, stdout } = await templates(...args, "--json")
  return { code, document: JSON.parse(stdout) as Record<string, unknown> }
}

export const write = (path: string, text: string | object) => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text))
}

export const read = (path: string): string => readFileSync(join(folder, path), "utf8")

export const hello = "<p>Hello {{name}}, {{#each items}}{{title}}{{/each}}</p>"

export const writeWelcome = () => {
  write("welcome/template.json", {
    name: "Welcome",
    subject_template: "Welcome, {{name}}",
    variables: { name: "friend" }
  })
  write("welcome/source.html", hello)
  write("welcome/locales/de/template.json", { subject_template: "Willkommen, {{name}}" })
}

/** Works on storage as another process would, for the tenant. */
const elsewhere = async <A, E>(
  use: (tenant_id: string) => Effect.Effect<A, E, StoragePorts>
): Promise<A> => {
  const storage = layerStorageOf({ _tag: "Sqlite", filename: join(root, "mail.db") })
  return Effect.runPromise(
    Effect.provide(
      Effect.gen(function* () {
        const [tenant] = yield* (yield* tenantQueries).list
        return yield* use(tenant?.id ?? "")
      }),
      storage
    )
  )
}

/** Saves a template elsewhere, changed so. */
export const saveElsewhere = (id: string, change: Partial<TemplateContent>) =>
  elsewhere((tenant_id) => writeNextVersion({ tenant_id, id }, change, 0))

export const deactivateElsewhere = (id: string) =>
  elsewhere((tenant_id) =>
    Effect.flatMap(templateQueries, ({ deactivate }) => deactivate({ tenant_id, id }, 0))
  )

/** Gives new templates there the content of a template's first version. */
export const copyElsewhere = (from: string, ...ids: ReadonlyArray<string>) =>
  elsewhere((tenant_id) =>
    Effect.gen(function* () {
      const { findVersion } = yield* templateQueries
      const version = yield* findVersion({ tenant_id, id: from }, 1)
      if (version !== undefined)
        yield* Effect.forEach(ids, (id) => writeTemplate({ tenant_id, id }, version, 0))
    })
  )

/** Gives each test of a file a database with one tenant, and a folder that isn't there yet. */
export const useTemplates = () => {
  beforeEach(async () => {
    root = temporaryDirectory()
    folder = join(root, "templates")
    environment = { TELEMARK_DATABASE_URL: `sqlite:${join(root, "mail.db")}` }
    await call(["tenants", "create", "default"], environment)
  })
}
