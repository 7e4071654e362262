import {
  CreatedTemplate, CreateTemplate, DeactivatedTemplate, PreviewTemplate, RestoredTemplate, RestoreTemplate, Starter, StarterList, Template,
  TemplateList, TemplatePreview, TemplateVersionList, TemplateVersionView, UpdatedTemplate, UpdateTemplate
} from "../Templates/index.js"
import { maxBodyOctets, operation } from "./Operation.js"

const id = { description: "By this sends name the template." }

const welcome = {
  name: "Welcome",
  subject_template: "Welcome, {{name}}",
  mjml_source: "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}.</mj-text></mj-column></mj-section></mj-body></mjml>"
}

const design = {
  schema_version: 1,
  blocks: [
    { id: "title", type: "heading", text: "Hello {{name}}", level: 1, align: "left" },
    { id: "start", type: "button", label: "Get started", href: "https://example.com/start", align: "left" }
  ]
}

export const templates = {
  /** Compiles and stores a template. `TemplateExists` if an active one has this id. */
  create: operation({
    method: "POST",
    path: "/templates",
    scope: "template:manage",
    summary: "Create a template",
    description: "Takes one source: `mjml_source`, `html` or `design_json`. A deactivated template of that id is revived.",
    body: CreateTemplate,
    maxBody: maxBodyOctets.template,
    response: CreatedTemplate,
    answers: { 201: "Compiled and kept." },
    mark: "version",
    errors: ["TemplateExists", "CompilerBusy"],
    endsWithClient: true,
    examples: {
      mjml: { id: "welcome", ...welcome, variables: { name: "friend" } },
      html: { id: "receipt", name: "Receipt", subject_template: "Order {{order.number}}", html: "<p>Thank you for order {{order.number}}.</p>" },
      design: { id: "invitation", name: "Invitation", subject_template: "Come in, {{name}}", design_json: design },
      languages: { id: "greeting", ...welcome, locales: { de: { subject_template: "Willkommen, {{name}}" } } }
    }
  }),
  /** Lists all templates, newest first, deactivated ones included. */
  list: operation({
    method: "GET",
    path: "/templates",
    scope: "template:read",
    summary: "List templates, deactivated ones too, newest first",
    response: TemplateList,
    answers: { 200: "All of them." },
    mark: "data"
  }),
  /** Compiles and renders without saving. Problems of the template are part of the answer. */
  preview: operation({
    method: "POST",
    path: "/templates/preview",
    scope: "template:read",
    summary: "Compile and render without saving",
    description: "Problems of the template are part of the answer.",
    body: PreviewTemplate,
    maxBody: maxBodyOctets.template,
    response: TemplatePreview,
    answers: { 200: "The mail as it would be." },
    mark: "html",
    errors: ["CompilerBusy"],
    repeat: "always",
    endsWithClient: true,
    examples: { mjml: { mjml_source: welcome.mjml_source, subject_template: welcome.subject_template, data: { name: "Ada" } } }
  }),
  /** Lists the starter templates, in the tenant's brand. */
  starters: operation({
    method: "GET",
    path: "/templates/starters",
    scope: "template:read",
    summary: "List the templates to begin with, in the tenant's brand",
    response: StarterList,
    answers: { 200: "All of them." },
    mark: "data",
    errors: ["CompilerBusy"],
    endsWithClient: true
  }),
  /** Returns a starter template, ready to be saved. */
  starter: operation({
    method: "GET",
    path: "/templates/starters/:slug",
    parameters: { slug: { description: "What the list calls it." } },
    scope: "template:read",
    summary: "Get a template to begin with",
    response: Starter,
    answers: { 200: "The template." },
    mark: "slug",
    errors: ["NotFound"]
  }),
  /** Returns a template with its current version. */
  get: operation({
    method: "GET",
    path: "/templates/:id",
    parameters: { id },
    scope: "template:read",
    summary: "Get a template as it stands",
    response: Template,
    answers: { 200: "The version that is in force." },
    mark: "version",
    errors: ["NotFound"]
  }),
  /** Saves the next version. What is left out stays as it is; null removes a text or a language. */
  update: operation({
    method: "PUT",
    path: "/templates/:id",
    parameters: { id },
    scope: "template:manage",
    summary: "Change a template, as its next version",
    description: "What is left out stays as it is. `text_body: null` takes the text away, a locale that is null the language. A new source takes the place of the old one, a kept design included.",
    body: UpdateTemplate,
    maxBody: maxBodyOctets.template,
    response: UpdatedTemplate,
    answers: { 200: "The next version is in force." },
    mark: "version",
    errors: ["NotFound", "CompilerBusy"],
    endsWithClient: true,
    examples: { subject: { subject_template: "Good to have you here, {{name}}" }, german: { locales: { de: { subject_template: "Willkommen, {{name}}" } } } }
  }),
  /** Deactivates a template: sends can no longer use it, its versions stay. */
  deactivate: operation({
    method: "DELETE",
    path: "/templates/:id",
    parameters: { id },
    scope: "template:manage",
    summary: "Deactivate a template; its versions stay",
    response: DeactivatedTemplate,
    answers: { 200: "No send can use it from now on." },
    mark: "id",
    errors: ["NotFound"],
    repeat: "always"
  }),
  /** Lists a template's versions, newest first. */
  versions: operation({
    method: "GET",
    path: "/templates/:id/versions",
    parameters: { id },
    scope: "template:read",
    summary: "List a template's versions, newest first",
    response: TemplateVersionList,
    answers: { 200: "All of them." },
    mark: "data",
    errors: ["NotFound"]
  }),
  version: operation({
    method: "GET",
    path: "/templates/:id/versions/:version",
    parameters: { id, version: { description: "The version's number.", isNumber: true } },
    scope: "template:read",
    summary: "Get one version of a template",
    response: TemplateVersionView,
    answers: { 200: "The version." },
    mark: "version",
    errors: ["NotFound"]
  }),
  /** Saves an earlier version as the next one. */
  restore: operation({
    method: "POST",
    path: "/templates/:id/restore",
    parameters: { id },
    scope: "template:manage",
    summary: "Make an earlier version the next one",
    body: RestoreTemplate,
    response: RestoredTemplate,
    answers: { 200: "It is in force, as the next version." },
    mark: "version",
    errors: ["NotFound"],
    examples: { first: { version: 1 } }
  })
} as const
