import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { errors } from "../Errors/index.js"
import { analyticsGroup } from "./analytics.js"
import { apiKeysGroup } from "./apiKeys.js"
import { brandGroup } from "./brand.js"
import { domainsGroup } from "./domains.js"
import { emailsGroup } from "./emails.js"
import { correct } from "./openApiCorrections.js"
import { smtpConfigGroup } from "./smtpConfig.js"
import { suppressionsGroup } from "./suppressions.js"
import { templatesGroup } from "./templates.js"
import { webhookEndpointsGroup } from "./webhookEndpoints.js"
import { EmailEvent } from "./webhookSchemas.js"

/** The whole HTTP interface as one definition: routes, schemas, errors and scopes. */
export const Api = HttpApi.make("telemark")
  .add(emailsGroup)
  .add(analyticsGroup)
  .add(templatesGroup)
  .add(brandGroup)
  .add(domainsGroup)
  .add(smtpConfigGroup)
  .add(suppressionsGroup)
  .add(webhookEndpointsGroup)
  .add(apiKeysGroup)
  .addError(errors.InternalError.schema)
  .addError(errors.StorageError.schema)
  .annotate(OpenApi.Title, "Telemark")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.Description, "Transactional email: sending it, and following what becomes of it.")
  .annotate(OpenApi.License, { name: "MIT" })
  // Relative to the document (OpenAPI 3.1 4.8.5): so it is right wherever a host has mounted us, and behind whichever proxy.
  .annotate(OpenApi.Servers, [{ url: ".", description: "Where this document comes from" }])
  .annotate(HttpApi.AdditionalSchemas, [EmailEvent])
  .annotate(OpenApi.Transform, correct)
