import { DiagnosisReport } from "../diagnosis.js"
import { Success } from "../members.js"
import {
  CreateTenant,
  ListTenants,
  PauseTenant,
  RemoveTenant,
  TenantDetails,
  TenantEventList,
  TenantList,
  TenantView,
  UpdateTenant
} from "../tenants.js"
import { del, get, patch, post, readAllPages } from "./Operation.js"

const scope = "tenant:manage"
const reading = "tenant:read"
const name = { name: { description: "The tenant's name." } }

/** No API key has the scopes. */
export const tenants = {
  create: post("/tenants", scope, "Create a tenant", {
    description: "It has no API key yet.",
    body: CreateTenant,
    response: TenantView,
    answers: { 201: "The tenant." },
    mark: "name",
    errors: ["TenantExists"],
    examples: {
      tenant: { name: "acme", default_from: "Acme <mail@acme.example>", monthly_limit: 10_000 }
    }
  }),
  list: get("/tenants", reading, "List tenants, newest first", {
    description: readAllPages,
    query: ListTenants,
    response: TenantList,
    answers: { 200: "A page of tenants." },
    mark: "data",
    allPages: "all"
  }),
  events: get("/tenants/events", reading, "List which tenants were warned of, paused and resumed", {
    response: TenantEventList,
    answers: { 200: "The last 100 events of 90 days." },
    mark: "data"
  }),
  get: get("/tenants/:name", reading, "Get a tenant, with its complaint and bounce rates", {
    parameters: name,
    response: TenantDetails,
    answers: { 200: "The tenant." },
    mark: "reputation",
    errors: ["NotFound"]
  }),
  /** Null takes the first two away. */
  update: patch("/tenants/:name", scope, "Change a tenant", {
    parameters: name,
    description: "Members that you leave out stay as they are.",
    body: UpdateTenant,
    response: TenantView,
    answers: { 200: "The changed tenant." },
    mark: "name",
    errors: ["NotFound"],
    repeat: "always",
    examples: { limit: { monthly_limit: 50_000 }, none: { monthly_limit: null } }
  }),
  /** A repetition, also of one that was interrupted, removes nothing more and succeeds. */
  remove: del("/tenants/:name", scope, "Remove a tenant with all its data", {
    parameters: name,
    description:
      "Its keys, mail, log, templates, domains, suppressions and endpoints. This can't be undone. Its keys are refused at once, and what is queued isn't sent. Succeeds if there is no tenant of that name.",
    query: RemoveTenant,
    response: Success,
    answers: { 200: "There is no tenant of that name any more." },
    mark: "success",
    repeat: "always"
  }),
  /** Its sends fail with `SendingPaused`, and what is queued waits. */
  pause: post("/tenants/:name/pause", scope, "Pause a tenant's sending", {
    parameters: name,
    description:
      "Its sends get 403, and what is queued waits. Attempts in flight are finished. A tenant that is paused stays as it is. Links in mail that was sent go on redirecting unless `stop_links` is true.",
    body: PauseTenant,
    isBodyOptional: true,
    response: TenantView,
    answers: { 200: "The tenant, whose sending is paused." },
    mark: "name",
    errors: ["NotFound"],
    repeat: "always",
    examples: {
      note: { note: "Asked them about the list of last week." },
      abuse: { note: "Phishing.", stop_links: true }
    }
  }),
  /** Its complaints and bounces are counted anew. */
  resume: post("/tenants/:name/resume", scope, "Resume a tenant's sending", {
    parameters: name,
    description:
      "Takes no body. Its complaints and bounces are counted anew. A tenant that isn't paused stays as it is.",
    response: TenantView,
    answers: { 200: "The tenant, which sends again." },
    mark: "name",
    errors: ["NotFound"],
    repeat: "always"
  })
} as const

export const diagnosis = {
  get: get("/diagnosis", "tenant:manage", "Check the deployment", {
    description:
      "Runs the checks of `telemark doctor`, at most once a minute; meanwhile it answers with what they found last. Takes half a minute at most.",
    response: DiagnosisReport,
    answers: { 200: "What was found." },
    mark: "findings"
  })
} as const
