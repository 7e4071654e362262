import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { CreateTemplate, PreviewTemplate, RestoreTemplate, UpdateTemplate } from "@telemark/core"
import { Schema } from "effect"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { examples } from "./templateExamples.js"
import {
  CreatedTemplate, DeactivatedTemplate, RestoredTemplate, Starter, StarterList, Template, TemplateList, TemplatePreview, TemplateVersion,
  TemplateVersionList, UpdatedTemplate
} from "./templateSchemas.js"

const TemplatePath = Schema.Struct({ id: Schema.String })

const create = HttpApiEndpoint.post("create", "/")
  .annotateContext(requires("template:manage"))
  .annotate(OpenApi.Summary, "Create a template")
  .annotate(OpenApi.Description, "Takes one source: `mjml_source`, `html` or `design_json`. A deactivated template of that id is revived.")
  .setPayload(CreateTemplate)
  .annotate(OpenApi.Transform, documented({ 201: "Compiled and kept." }, examples.create))
  .addSuccess(CreatedTemplate)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.TemplateExists.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.CompilerBusy.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "List templates, deactivated ones too, newest first")
  .addSuccess(TemplateList)

const preview = HttpApiEndpoint.post("preview", "/preview")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "Compile and render without saving")
  .annotate(OpenApi.Description, "Problems of the template are part of the answer.")
  .setPayload(PreviewTemplate)
  .annotate(OpenApi.Transform, documented({}, examples.preview))
  .addSuccess(TemplatePreview)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.CompilerBusy.schema)

const starters = HttpApiEndpoint.get("starters", "/starters")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "List the templates to begin with, in the tenant's brand")
  .addSuccess(StarterList)
  .addError(errors.CompilerBusy.schema)

const starter = HttpApiEndpoint.get("starter", "/starters/:slug")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "Get a template to begin with")
  .setPath(Schema.Struct({ slug: Schema.String }))
  .addSuccess(Starter)
  .addError(errors.NotFound.schema)

const get = HttpApiEndpoint.get("get", "/:id")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "Get a template as it stands")
  .setPath(TemplatePath)
  .addSuccess(Template)
  .addError(errors.NotFound.schema)

const update = HttpApiEndpoint.put("update", "/:id")
  .annotateContext(requires("template:manage"))
  .annotate(OpenApi.Summary, "Change a template, as its next version")
  .annotate(OpenApi.Description, "What is left out stays as it is. `text_body: null` takes the text away, a locale that is null the language. A new source takes the place of the old one, a kept design included.")
  .setPath(TemplatePath)
  .setPayload(UpdateTemplate)
  .annotate(OpenApi.Transform, documented({}, examples.update))
  .addSuccess(UpdatedTemplate)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.CompilerBusy.schema)

const deactivate = HttpApiEndpoint.del("deactivate", "/:id")
  .annotateContext(requires("template:manage"))
  .annotate(OpenApi.Summary, "Deactivate a template; its versions stay")
  .setPath(TemplatePath)
  .addSuccess(DeactivatedTemplate)
  .addError(errors.NotFound.schema)

const versions = HttpApiEndpoint.get("versions", "/:id/versions")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "List a template's versions, newest first")
  .setPath(TemplatePath)
  .addSuccess(TemplateVersionList)
  .addError(errors.NotFound.schema)

const version = HttpApiEndpoint.get("version", "/:id/versions/:version")
  .annotateContext(requires("template:read"))
  .annotate(OpenApi.Summary, "Get one version of a template")
  .setPath(Schema.Struct({ id: Schema.String, version: Schema.String.annotations({ jsonSchema: { type: "integer", minimum: 1 } }) }))
  .addSuccess(TemplateVersion)
  .addError(errors.NotFound.schema)

const restore = HttpApiEndpoint.post("restore", "/:id/restore")
  .annotateContext(requires("template:manage"))
  .annotate(OpenApi.Summary, "Make an earlier version the next one")
  .setPath(TemplatePath)
  .setPayload(RestoreTemplate)
  .annotate(OpenApi.Transform, documented({}, examples.restore))
  .addSuccess(RestoredTemplate)
  .addError(errors.ValidationFailed.schema)
  .addError(errors.NotFound.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)

/** Templates: keeping them in versions, looking at them, and starting from a good one. */
export const templatesGroup = HttpApiGroup.make("templates")
  .add(create)
  .add(list)
  .add(preview)
  .add(starters)
  .add(starter)
  .add(get)
  .add(update)
  .add(deactivate)
  .add(versions)
  .add(version)
  .add(restore)
  .prefix("/v1/templates")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Templates")
