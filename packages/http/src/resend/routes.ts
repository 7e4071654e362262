import { type ResendRoute, route } from "./Call.js"
import { createApiKey, listApiKeys, removeApiKey, updateApiKey } from "./apiKeys.js"
import { sendBatch } from "./batch.js"
import {
  createDomain,
  domainNames,
  getDomain,
  listDomains,
  removeDomain,
  verifyDomain
} from "./domains.js"
import { cancelEmail, getEmail, listEmails, rescheduleEmail, sendEmail } from "./emails.js"
import { sendNames } from "./sendRequest.js"
import {
  addSuppression,
  addSuppressions,
  getSuppression,
  listSuppressions,
  removeSuppression,
  removeSuppressions,
  suppressionNames
} from "./suppressions.js"
import {
  createTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  publishTemplate,
  removeTemplate,
  templateNames,
  updateTemplate
} from "./templates.js"
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  updateWebhook,
  webhookNames
} from "./webhooks.js"
import { createTopic, getTopic, listTopics, removeTopic, updateTopic } from "./topics.js"

const suppression = { names: suppressionNames }
const domain = { names: domainNames }
const webhook = { names: webhookNames }
const template = { names: templateNames }

/** All that the front has: what isn't here is answered `not_found`. */
export const resendRoutes: ReadonlyArray<ResendRoute> = [
  route("POST", "/emails", ["emails", "send"], sendEmail, { names: sendNames }),
  route("POST", "/emails/batch", ["emails", "sendBatch"], sendBatch, { names: sendNames }),
  route("GET", "/emails", ["emails", "list"], listEmails),
  route("GET", "/emails/:id", ["emails", "get"], getEmail),
  route("PATCH", "/emails/:id", ["emails", "cancel"], rescheduleEmail, { takesBody: true }),
  route("POST", "/emails/:id/cancel", ["emails", "cancel"], cancelEmail),

  route("POST", "/suppressions", ["suppressions", "add"], addSuppression, suppression),
  route("GET", "/suppressions", ["suppressions", "list"], listSuppressions, suppression),
  route("GET", "/suppressions/:id", ["suppressions", "check"], getSuppression, suppression),
  route("DELETE", "/suppressions/:id", ["suppressions", "remove"], removeSuppression, suppression),
  route("POST", "/suppressions/batch/add", ["suppressions", "add"], addSuppressions, suppression),
  route("POST", "/suppressions/batch/remove", ["suppressions", "remove"], removeSuppressions, {
    ...suppression,
    takesBody: true
  }),

  route("POST", "/domains", ["domains", "add"], createDomain, domain),
  route("GET", "/domains", ["domains", "list"], listDomains, domain),
  route("GET", "/domains/:id", ["domains", "get"], getDomain, domain),
  route("POST", "/domains/:id/verify", ["domains", "verify"], verifyDomain, domain),
  route("DELETE", "/domains/:id", ["domains", "remove"], removeDomain, domain),

  route("POST", "/webhooks", ["webhookEndpoints", "create"], createWebhook, webhook),
  route("GET", "/webhooks", ["webhookEndpoints", "list"], listWebhooks, webhook),
  route("GET", "/webhooks/:id", ["webhookEndpoints", "get"], getWebhook, webhook),
  route("PATCH", "/webhooks/:id", ["webhookEndpoints", "update"], updateWebhook, webhook),
  route("DELETE", "/webhooks/:id", ["webhookEndpoints", "remove"], removeWebhook, webhook),
  route(
    "POST",
    "/webhooks/:id/signing-secret/rotate",
    ["webhookEndpoints", "rotateSecret"],
    rotateWebhook,
    webhook
  ),

  route("POST", "/api-keys", ["apiKeys", "create"], createApiKey),
  route("GET", "/api-keys", ["apiKeys", "list"], listApiKeys),
  route("PATCH", "/api-keys/:id", ["apiKeys", "update"], updateApiKey),
  route("DELETE", "/api-keys/:id", ["apiKeys", "revoke"], removeApiKey),

  route("POST", "/templates", ["templates", "create"], createTemplate, template),
  route("GET", "/templates", ["templates", "list"], listTemplates, template),
  route("GET", "/templates/:id", ["templates", "get"], getTemplate, template),
  route("PATCH", "/templates/:id", ["templates", "update"], updateTemplate, template),
  route("DELETE", "/templates/:id", ["templates", "deactivate"], removeTemplate, template),
  route("POST", "/templates/:id/publish", ["templates", "update"], publishTemplate, {
    ...template,
    takesBody: false
  }),
  route("POST", "/templates/:id/duplicate", ["templates", "create"], duplicateTemplate, {
    ...template,
    takesBody: false
  }),

  route("POST", "/topics", ["topics", "create"], createTopic),
  route("GET", "/topics", ["topics", "list"], listTopics),
  route("GET", "/topics/:id", ["topics", "list"], getTopic),
  route("PATCH", "/topics/:id", ["topics", "update"], updateTopic),
  route("DELETE", "/topics/:id", ["topics", "remove"], removeTopic)
]
