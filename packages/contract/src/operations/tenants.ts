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
import { operation } from "./Operation.js"

const scope = "tenant:manage"
const name = { name: { description: "The tenant's name." } }

/** For the operator alone: no API key has the scope. */
export const tenants = {
  /** Creates a tenant: an account with its own keys, mail and suppressions. */
  create: operation({
    method: "POST",
    path: "/tenants",
    scope,
    summary: "Create a tenant",
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
  /** Lists tenants, newest first. */
  list: operation({
    method: "GET",
    path: "/tenants",
    scope,
    summary: "List tenants, newest first",
    description:
      "To read all pages, pass `next` of the previous page as `after`, until `next` is null.",
    query: ListTenants,
    response: TenantList,
    answers: { 200: "A page of tenants." },
    mark: "data",
    allPages: "all"
  }),
  /** Lists which tenants were warned of, paused and resumed, newest first. */
  events: operation({
    method: "GET",
    path: "/tenants/events",
    scope,
    summary: "List which tenants were warned of, paused and resumed",
    response: TenantEventList,
    answers: { 200: "The last 100 events of 90 days." },
    mark: "data"
  }),
  /** Returns a tenant with its complaint and bounce rates. */
  get: operation({
    method: "GET",
    path: "/tenants/:name",
    parameters: name,
    scope,
    summary: "Get a tenant, with its complaint and bounce rates",
    response: TenantDetails,
    answers: { 200: "The tenant." },
    mark: "reputation",
    errors: ["NotFound"]
  }),
  /** Changes the given settings; null takes the first two away. */
  update: operation({
    method: "PATCH",
    path: "/tenants/:name",
    parameters: name,
    scope,
    summary: "Change a tenant",
    description: "Members that you leave out stay as they are.",
    body: UpdateTenant,
    response: TenantView,
    answers: { 200: "The changed tenant." },
    mark: "name",
    errors: ["NotFound"],
    repeat: "always",
    examples: { limit: { monthly_limit: 50_000 }, none: { monthly_limit: null } }
  }),
  /**
   * Removes a tenant with everything of it. A repetition, also of one that was interrupted, removes
   * nothing more and succeeds.
   */
  remove: operation({
    method: "DELETE",
    path: "/tenants/:name",
    parameters: name,
    scope,
    summary: "Remove a tenant with all its data",
    description:
      "Its keys, mail, log, templates, domains, suppressions and endpoints. This can't be undone. Its keys are refused at once, and what is queued isn't sent. Succeeds if there is no tenant of that name.",
    query: RemoveTenant,
    response: Success,
    answers: { 200: "There is no tenant of that name any more." },
    mark: "success",
    repeat: "always"
  }),
  /** Pauses a tenant's sending: its sends fail with `SendingPaused`, and what is queued waits. */
  pause: operation({
    method: "POST",
    path: "/tenants/:name/pause",
    parameters: name,
    scope,
    summary: "Pause a tenant's sending",
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
  /** Resumes a tenant's sending. Its complaints and bounces are counted anew. */
  resume: operation({
    method: "POST",
    path: "/tenants/:name/resume",
    parameters: name,
    scope,
    summary: "Resume a tenant's sending",
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
  /**
   * Checks the deployment: database, queue, disk, clock, DNS, mail relay and what tenants have set
   * up.
   */
  get: operation({
    method: "GET",
    path: "/diagnosis",
    scope: "tenant:manage",
    summary: "Check the deployment",
    description:
      "Runs the checks of `telemark doctor`, at most once a minute; meanwhile it answers with what they found last. Takes half a minute at most.",
    response: DiagnosisReport,
    answers: { 200: "What was found." },
    mark: "findings"
  })
} as const
