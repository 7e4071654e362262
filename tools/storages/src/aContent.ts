import { type TemplateContent, type TemplateKey, templateQueries, versionOf } from "@telemark/core"
import { Effect } from "effect"

/** A small template. */
export const aContent: TemplateContent = {
  name: "Welcome",
  subject_template: "Hello",
  mjml_source: null,
  design_json: null,
  html: "<p>Hello</p>",
  text_body: null,
  uses: { subject: {}, html: {}, text: {} },
  variables: {},
  locales: {}
}

/** Writes a new template, or the next version of a deactivated one, without compiling it. */
export const writeTemplate = (key: TemplateKey, content: TemplateContent, now: number) =>
  Effect.gen(function* () {
    const { activate, insertVersion } = yield* templateQueries
    const { name, subject_template } = content
    const times = { created_at: now, updated_at: now }
    const record = { ...key, name, subject_template, active: true, version: 1, ...times }
    const { version } = (yield* activate(record)) ?? record
    yield* insertVersion(versionOf(key, version, content, now))
  })

/** Writes the next version of a template, without compiling it. */
export const writeNextVersion = (key: TemplateKey, change: Partial<TemplateContent>, now: number) =>
  Effect.gen(function* () {
    const { findLocked, findVersion, insertVersion, setVersion } = yield* templateQueries
    const { version = 0 } = (yield* findLocked(key)) ?? {}
    const current = yield* findVersion(key, version)
    if (current === undefined) return yield* Effect.die(new Error("there is no such template"))
    const next = versionOf(key, version + 1, { ...current, ...change }, now)
    yield* setVersion(next)
    yield* insertVersion(next)
  })
