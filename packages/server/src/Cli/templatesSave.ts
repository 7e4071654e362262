import { type Template, Templates } from "@telemark/core"
import { Data, Effect } from "effect"
import type { TemplateDocument } from "../TemplateFolder/index.js"

/** Storage no longer has what a template was compared with. Nothing was saved. */
export class TemplateMoved extends Data.TaggedError("TemplateMoved")<{
  readonly id: string
  /** What became of it, such as `saved`. */
  readonly became: string
}> {
  override get message(): string {
    return `${this.id} was ${this.became}: run push again`
  }
}

/**
 * Saves a template as its folder has it: parts and languages that aren't there any more are taken away. Fails with
 * `TemplateMoved` if storage no longer has `shown`, which is what the folder was compared with.
 */
export const save = (tenantId: string, document: TemplateDocument, shown: Template | undefined) => {
  const { id, ...input } = document
  const moved = (became: string) => new TemplateMoved({ id, became })
  return Effect.gen(function*() {
    const templates = yield* Templates
    if (shown === undefined) {
      const created = yield* Effect.catchTag(templates.create(tenantId, document), "TemplateExists", () => moved("made meanwhile"))
      return { ...created, status: "created" as const }
    }
    // An update takes no version to be made from: a save that comes after this look, while ours compiles, isn't noticed.
    const current = yield* templates.get(tenantId, id)
    if (current.version !== shown.version) return yield* moved(`saved meanwhile (version ${String(current.version)})`)
    const gone = Object.fromEntries(Object.keys(shown.locales).map((tag) => [tag, null]))
    const { version, warnings } = yield* templates.update(tenantId, id, { ...input, locales: { ...gone, ...document.locales } })
    return { id, version, warnings, status: "updated" as const }
  }).pipe(Effect.catchTag("NotFound", () => moved("deactivated meanwhile")))
}
