import {
  type CreateTemplate,
  NotFound,
  type OperationError,
  type Template,
  type TemplateSummary,
  type TemplateVariantView,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import {
  type Call,
  type Carried,
  type Carrying,
  isObject,
  type Members,
  needsObject,
  type Names,
  present
} from "./Call.js"
import { uuidOfName } from "./ids.js"
import { pageFrom, pageOf } from "./lists.js"

// An alias there is an id here. A template without one gets a UUID.

export const templateNames: Names = {
  id: "alias",
  subject_template: "subject",
  text_body: "text",
  mjml_source: "html",
  design_json: "html"
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const maxVariables = 1000

/** A fallback is a default here; a variable without one has an empty text. */
const variablesOf = (given: unknown): Result.Result<Members | undefined, ValidationFailed> => {
  if (given === undefined) return Result.succeed(undefined)
  const wrong = (at: string) =>
    Result.fail(ValidationFailed.at(`variables${at}`, "must be an object with key and type"))
  if (!Array.isArray(given) || given.length > maxVariables) return wrong("")
  const variables: Array<readonly [string, string]> = []
  for (const [index, one] of given.entries()) {
    const key: unknown = isObject(one) ? one["key"] : undefined
    if (!isObject(one) || typeof key !== "string") return wrong(`.${String(index)}`)
    const fallback = one["fallback_value"]
    variables.push([
      key,
      typeof fallback === "string" || typeof fallback === "number" ? String(fallback) : ""
    ])
  }
  return Result.succeed(Object.fromEntries(variables))
}

const notKept = (member: string) =>
  ValidationFailed.at(member, "can't be stored in a template: give it with each send")

const contentOf = (given: Members): Result.Result<Members, ValidationFailed> => {
  const { from, html, name, reply_to, subject, text, variables } = given
  if (from !== undefined) return Result.fail(notKept("from"))
  if (reply_to !== undefined) return Result.fail(notKept("reply_to"))
  return Result.map(variablesOf(variables), (declared) =>
    present({ name, subject_template: subject, html, text_body: text, variables: declared })
  )
}

const answerOf = (id: string) => ({ object: "template", id })

const listed = ({ created_at, id, name, updated_at }: TemplateSummary | Template) => ({
  id,
  name,
  alias: isUuid.test(id) ? null : id,
  // What is saved is what is sent: there are no drafts.
  status: "published",
  published_at: updated_at,
  created_at,
  updated_at
})

const viewOf = ({ caller }: Call, template: Template) => ({
  object: "template",
  ...listed(template),
  subject: template.subject_template,
  html: template.html ?? template.compiled_html,
  text: template.text_body,
  from: null,
  reply_to: null,
  variables: Object.entries(template.variables).map(([key, fallback]) => ({
    key,
    type: "string",
    fallback_value: fallback === "" ? null : fallback,
    created_at: template.created_at,
    updated_at: template.updated_at
  })),
  has_unpublished_versions: false,
  current_version_id: uuidOfName(
    caller.tenant.id,
    "version",
    `${template.id} ${String(template.version)}`
  )
})

const find = (
  { caller, id }: Call,
  { templates }: Carrying
): Effect.Effect<Template, OperationError> =>
  Effect.flatMap(templates.get(caller, id), (template) =>
    template.active ? Effect.succeed(template) : Effect.fail(new NotFound())
  )

export const createTemplate = (call: Call, { templates }: Carrying): Carried =>
  Effect.gen(function* () {
    const given = yield* needsObject(call.body)
    const content = yield* Effect.fromResult(contentOf(given))
    const { id } = yield* templates.create(call.caller, {
      subject_template: content["name"],
      ...content,
      id: given["alias"] ?? globalThis.crypto.randomUUID()
    } as unknown as CreateTemplate)
    return answerOf(id)
  })

export const listTemplates = (call: Call, { templates }: Carrying): Carried =>
  Effect.gen(function* () {
    const page = yield* pageOf(call)
    const { data } = yield* templates.list(call.caller)
    return yield* pageFrom(data.filter(({ active }) => active).map(listed), page)
  })

export const getTemplate = (call: Call, by: Carrying): Carried =>
  Effect.map(find(call, by), (template) => viewOf(call, template))

export const updateTemplate = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const given = yield* needsObject(call.body)
    const { alias } = given
    const { id } = yield* find(call, by)
    if (alias !== undefined && alias !== id)
      return yield* ValidationFailed.at("alias", "can't be changed: duplicate the template")
    const content = yield* Effect.fromResult(contentOf(given))
    yield* by.templates.update(call.caller, id, content)
    return answerOf(id)
  })

export const removeTemplate = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const { id } = yield* find(call, by)
    yield* by.templates.deactivate(call.caller, id)
    return { ...answerOf(id), deleted: true }
  })

/** Nothing to do: what is saved is what is sent. */
export const publishTemplate = (call: Call, by: Carrying): Carried =>
  Effect.map(find(call, by), ({ id }) => answerOf(id))

/** What a save takes of what was saved: one source. */
const partsOf = ({
  design_json,
  html,
  mjml_source,
  subject_template,
  text_body
}: TemplateVariantView) => ({
  subject_template,
  text_body,
  ...(design_json === null ? (mjml_source === null ? { html } : { mjml_source }) : { design_json })
})

export const duplicateTemplate = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const template = yield* find(call, by)
    const { locales, name, subject_template, variables } = template
    const { id } = yield* by.templates.create(call.caller, {
      ...partsOf(template),
      id: globalThis.crypto.randomUUID(),
      name,
      subject_template,
      variables,
      locales: Object.fromEntries(
        Object.entries(locales).map(([tag, variant]) => [tag, partsOf(variant)])
      )
    })
    return answerOf(id)
  })
