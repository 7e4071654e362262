import { type Template, Templates } from "@telemark/core"
import { Data, Effect } from "effect"
import type { TemplateDocument } from "../templateFolder/TemplateDocument.js"

/** The stored template has changed since it was compared. */
export class TemplateMoved extends Data.TaggedError("TemplateMoved")<{
  readonly id: string
  /** Such as `saved`. */
  readonly became: string
}> {
  override get message(): string {
    return `${this.id} was ${this.became}: run push again`
  }
}

/**
 * Missing parts and languages are removed. Fails with `TemplateMoved` if storage no longer has
 * `shown`.
 */
export const save = (tenantId: string, document: TemplateDocument, shown: Template | undefined) => {
  const { id, ...input } = document
  const moved = (became: string) => new TemplateMoved({ id, became })
  return Effect.gen(function* () {
    const templates = yield* Templates
    if (shown === undefined) {
      const created = yield* Effect.catchTag(
        templates.create(tenantId, document),
        "TemplateExists",
        () => moved("made meanwhile")
      )
      return { ...created, status: "created" as const }
    }
    // `update` takes no base version: a save between this check and the end of the compilation goes
    // unnoticed.
    const current = yield* templates.get(tenantId, id)
    if (current.version !== shown.version)
      return yield* moved(`saved meanwhile (version ${String(current.version)})`)
    const gone = Object.fromEntries(Object.keys(shown.locales).map((tag) => [tag, null]))
    const { version, warnings } = yield* templates.update(tenantId, id, {
      ...input,
      locales: { ...gone, ...document.locales }
    })
    return { id, version, warnings, status: "updated" as const }
  }).pipe(Effect.catchTag("NotFound", () => moved("deactivated meanwhile")))
}
