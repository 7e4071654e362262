import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { AddDomain } from "@telemark/core"
import { Authentication, requires } from "../Authentication/index.js"
import { errors } from "../Errors/index.js"
import { documented } from "./documented.js"
import { AddedDomain, Domain, DomainList, DomainPath, VerifiedDomain } from "./domainSchemas.js"
import { answered, Success } from "./wire.js"

const add = HttpApiEndpoint.post("add", "/")
  .annotateContext(requires("domain:write"))
  .annotate(OpenApi.Summary, "Add a sending domain")
  .annotate(OpenApi.Description, "Makes the domain's keys and says what to publish; DNS is not asked before it is verified.")
  .setPayload(AddDomain)
  .annotate(
    OpenApi.Transform,
    documented({ 201: "Added. Publish the records, then verify." }, { domain: { domain: "example.com" }, subdomain: { domain: "mail.example.com" } })
  )
  .addSuccess(answered(201, "AddedDomain", AddedDomain))
  .addError(errors.ValidationFailed.schema)
  .addError(errors.DomainExists.schema)
  .addError(errors.PayloadTooLarge.schema)
  .addError(errors.LargeBodiesBusy.schema)
  .addError(errors.DkimKeysBusy.schema)

const list = HttpApiEndpoint.get("list", "/")
  .annotateContext(requires("domain:read"))
  .annotate(OpenApi.Summary, "List sending domains, newest first")
  .addSuccess(DomainList)

const get = HttpApiEndpoint.get("get", "/:domain")
  .annotateContext(requires("domain:read"))
  .annotate(OpenApi.Summary, "Get a sending domain, with what its last verification found")
  .setPath(DomainPath)
  .addSuccess(Domain)
  .addError(errors.NotFound.schema)

const verify = HttpApiEndpoint.post("verify", "/:domain/verify")
  .annotateContext(requires("domain:write"))
  .annotate(OpenApi.Summary, "Look a domain's records up in DNS")
  .annotate(
    OpenApi.Description,
    "Takes no body. Raises and lowers `spf_verified`, `dkim_verified` and `dmarc_verified` by what is found; trouble of DNS itself (`temperror`) changes none of them. The first tenant that verifies a domain owns it."
  )
  .setPath(DomainPath)
  .annotate(OpenApi.Transform, documented({ 200: "What was found, whether or not that is what should be there." }))
  .addSuccess(VerifiedDomain)
  .addError(errors.NotFound.schema)
  .addError(errors.DomainExists.schema)

const rotateDkim = HttpApiEndpoint.post("rotateDkim", "/:domain/rotate-dkim")
  .annotateContext(requires("domain:write"))
  .annotate(OpenApi.Summary, "Make a domain's next DKIM keys")
  .annotate(
    OpenApi.Description,
    "Takes no body. A domain with an Ed25519 key gets a new one of these as well. Each new key signs once its record is seen; until then the present one does. Asked again before that, it answers with the same keys."
  )
  .setPath(DomainPath)
  .annotate(OpenApi.Transform, documented({ 200: "Publish the new keys' records beside the present ones, then verify." }))
  .addSuccess(answered(200, "AddedDomain", AddedDomain))
  .addError(errors.NotFound.schema)
  .addError(errors.DkimKeysBusy.schema)

const remove = HttpApiEndpoint.del("remove", "/:domain")
  .annotateContext(requires("domain:write"))
  .annotate(OpenApi.Summary, "Remove a sending domain and its keys")
  .setPath(DomainPath)
  .addSuccess(Success)
  .addError(errors.NotFound.schema)

/** Domains that a tenant sends from. */
export const domainsGroup = HttpApiGroup.make("domains")
  .add(add)
  .add(list)
  .add(get)
  .add(verify)
  .add(rotateDkim)
  .add(remove)
  .prefix("/v1/domains")
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Domains")
