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
import { maxBodyOctets, operation } from "./Operation.js"

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
  /** Compiles and stores a template. `TemplateExists` if an active one has this id. */
  create: operation({
    method: "POST",
    path: "/templates",
    scope: "template:manage",
    summary: "Create a template",
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
  /** Lists all templates, newest first, deactivated ones included. */
  list: operation({
    method: "GET",
    path: "/templates",
    scope: "template:read",
    summary: "List templates, including deactivated ones, newest first",
    response: TemplateList,
    answers: { 200: "All templates." },
    mark: "data"
  }),
  /** Compiles and renders without saving. The answer lists the template's problems. */
  preview: operation({
    method: "POST",
    path: "/templates/preview",
    scope: "template:read",
    summary: "Compile and render without saving",
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
  /** Lists the starter templates, in the tenant's brand. */
  starters: operation({
    method: "GET",
    path: "/templates/starters",
    scope: "template:read",
    summary: "List the starters, in the tenant's brand",
    response: StarterList,
    answers: { 200: "All templates." },
    mark: "data",
    errors: ["CompilerBusy"],
    endsWithClient: true
  }),
  /** Returns a starter template, ready to be saved. */
  starter: operation({
    method: "GET",
    path: "/templates/starters/:slug",
    parameters: { slug: { description: "The starter's id in the list." } },
    scope: "template:read",
    summary: "Get a starter",
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
    summary: "Get a template's current version",
    response: Template,
    answers: { 200: "The current version." },
    mark: "version",
    errors: ["NotFound"]
  }),
  /** Saves the next version. What is left out stays as it is; null removes a text or a language. */
  update: operation({
    method: "PUT",
    path: "/templates/:id",
    parameters: { id },
    scope: "template:manage",
    summary: "Change a template, which makes its next version",
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
  }),
  /** Deactivates a template: sends can no longer use it, its versions stay. */
  deactivate: operation({
    method: "DELETE",
    path: "/templates/:id",
    parameters: { id },
    scope: "template:manage",
    summary: "Deactivate a template and keep its versions",
    response: DeactivatedTemplate,
    answers: { 200: "Sends can no longer use the template." },
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
    answers: { 200: "All templates." },
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
    summary: "Restore an earlier version as the next one",
    body: RestoreTemplate,
    response: RestoredTemplate,
    answers: { 200: "The restored version, which is now the current one." },
    mark: "version",
    errors: ["NotFound"],
    examples: { first: { version: 1 } }
  })
} as const
