import {
  CreateTemplate,
  PreviewTemplate,
  RestoreTemplate,
  UpdateTemplate
} from "../templateRequests.js"
import {
  CreatedTemplate,
  DeactivatedTemplate,
  RestoredTemplate,
  Starter,
  StarterList,
  Template,
  TemplateList,
  TemplatePreview,
  TemplateVersionList,
  TemplateVersionView,
  UpdatedTemplate
} from "../templates.js"
import { del, get, maxBodyOctets, post, put } from "./Operation.js"

const id = { description: "The id by which sends name the template." }

const welcome = {
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source:
    "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}.</mj-text></mj-column></mj-section></mj-body></mjml>"
}

const design = {
  schema_version: 1,
  blocks: [
    { id: "title", type: "heading", text: "Hello {{name}}", level: 1, align: "left" },
    {
      id: "start",
      type: "button",
      label: "Get started",
      href: "https://example.com/start",
      align: "left"
    }
  ]
}

export const templates = {
  /** `TemplateExists` if an active one has this id. */
  create: post("/templates", "template:manage", "Create a template", {
    description:
      "Takes one source: `mjml_source`, `html` or `design_json`. A deactivated template of that id becomes active again.",
    body: CreateTemplate,
    maxBody: maxBodyOctets.template,
    response: CreatedTemplate,
    answers: { 201: "The template was compiled and saved." },
    mark: "version",
    errors: ["TemplateExists", "CompilerBusy"],
    endsWithClient: true,
    examples: {
      mjml: { id: "welcome", ...welcome, variables: { name: "friend" } },
      html: {
        id: "receipt",
        name: "Receipt",
        subject_template: "Order {{order.number}}",
        html: "<p>Thank you for order {{order.number}}.</p>"
      },
      design: {
        id: "invitation",
        name: "Invitation",
        subject_template: "Come in, {{name}}",
        design_json: design
      },
      languages: {
        id: "greeting",
        ...welcome,
        locales: { de: { subject_template: "Willkommen, {{name}}" } }
      }
    }
  }),
  list: get(
    "/templates",
    "template:read",
    "List templates, including deactivated ones, newest first",
    {
      response: TemplateList,
      answers: { 200: "All templates." },
      mark: "data"
    }
  ),
  /** The answer lists the template's problems. */
  preview: post("/templates/preview", "template:read", "Compile and render without saving", {
    isTraffic: true,
    description: "The answer lists the template's problems.",
    body: PreviewTemplate,
    maxBody: maxBodyOctets.template,
    response: TemplatePreview,
    answers: { 200: "The rendered mail." },
    mark: "html",
    errors: ["CompilerBusy"],
    repeat: "always",
    endsWithClient: true,
    examples: {
      mjml: {
        mjml_source: welcome.mjml_source,
        subject_template: welcome.subject_template,
        data: { name: "Ada" }
      }
    }
  }),
  starters: get(
    "/templates/starters",
    "template:read",
    "List the starters, in the tenant's brand",
    {
      response: StarterList,
      answers: { 200: "All templates." },
      mark: "data",
      errors: ["CompilerBusy"],
      endsWithClient: true
    }
  ),
  starter: get("/templates/starters/:slug", "template:read", "Get a starter", {
    parameters: { slug: { description: "The starter's id in the list." } },
    response: Starter,
    answers: { 200: "The template." },
    mark: "slug",
    errors: ["NotFound"]
  }),
  get: get("/templates/:id", "template:read", "Get a template's current version", {
    parameters: { id },
    response: Template,
    answers: { 200: "The current version." },
    mark: "version",
    errors: ["NotFound"]
  }),
  /** What is left out stays as it is; null removes a text or a language. */
  update: put(
    "/templates/:id",
    "template:manage",
    "Change a template, which makes its next version",
    {
      parameters: { id },
      description:
        "Members that you leave out stay as they are. `text_body: null` removes the text, and a locale that is null removes the language. A new source replaces the old one, including a saved design.",
      body: UpdateTemplate,
      maxBody: maxBodyOctets.template,
      response: UpdatedTemplate,
      answers: { 200: "The new current version." },
      mark: "version",
      errors: ["NotFound", "CompilerBusy"],
      endsWithClient: true,
      examples: {
        subject: { subject_template: "Good to have you here, {{name}}" },
        german: { locales: { de: { subject_template: "Willkommen, {{name}}" } } }
      }
    }
  ),
  /** Sends can no longer use it, its versions stay. */
  deactivate: del(
    "/templates/:id",
    "template:manage",
    "Deactivate a template and keep its versions",
    {
      parameters: { id },
      response: DeactivatedTemplate,
      answers: { 200: "Sends can no longer use the template." },
      mark: "id",
      errors: ["NotFound"],
      repeat: "always"
    }
  ),
  versions: get(
    "/templates/:id/versions",
    "template:read",
    "List a template's versions, newest first",
    {
      parameters: { id },
      response: TemplateVersionList,
      answers: { 200: "All templates." },
      mark: "data",
      errors: ["NotFound"]
    }
  ),
  version: get(
    "/templates/:id/versions/:version",
    "template:read",
    "Get one version of a template",
    {
      parameters: { id, version: { description: "The version's number.", isNumber: true } },
      response: TemplateVersionView,
      answers: { 200: "The version." },
      mark: "version",
      errors: ["NotFound"]
    }
  ),
  restore: post(
    "/templates/:id/restore",
    "template:manage",
    "Restore an earlier version as the next one",
    {
      parameters: { id },
      body: RestoreTemplate,
      response: RestoredTemplate,
      answers: { 200: "The restored version, which is now the current one." },
      mark: "version",
      errors: ["NotFound"],
      examples: { first: { version: 1 } }
    }
  )
} as const
