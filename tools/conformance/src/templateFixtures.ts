import { type TemplateContent, TemplateStore, type TemplateVersion } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { noon } from "./fixtures.js"

const noUses = { subject: {}, html: {}, text: {} }

export const aContent = (overrides: Partial<TemplateContent> = {}): TemplateContent => ({
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: null,
  design_json: null,
  html: "<p>Hello {{name}}</p>",
  text_body: null,
  uses: { ...noUses, subject: { name: { printed: true } }, html: { name: { printed: true } } },
  variables: { name: "you" },
  locales: {},
  ...overrides
})

export const contentOf = ({
  created_at,
  template_id,
  tenant_id,
  version,
  ...content
}: TemplateVersion): TemplateContent => content

export const keyOf = (id: string, tenant_id = "tn_a") => ({ tenant_id, id })

/** Creates a template, which must not exist yet, at noon or `later` milliseconds after. */
export const created = (id: string, content: Partial<TemplateContent> = {}, later = 0) =>
  Effect.map(
    Effect.flatMap(TemplateStore, (store) =>
      store.create(keyOf(id), aContent(content), noon + later)
    ),
    (record) => {
      assert.ok(record !== undefined, "the template should have been made")
      return record
    }
  )

export const versionOf = (id: string, version: number) =>
  Effect.map(
    Effect.flatMap(TemplateStore, (store) => store.findVersion(keyOf(id), version)),
    (found) => {
      assert.ok(found !== undefined, "the version should be there")
      return found
    }
  )
