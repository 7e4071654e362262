import * as OpenApi from "@effect/platform/OpenApi"
import { Api } from "./Api.js"

/**
 * The OpenAPI 3.1 description of the interface, as `/openapi.json` answers it. The platform keeps the
 * first result for good, and with it the strategy that this call names.
 */
export const openApiDocument = (): OpenApi.OpenAPISpec => OpenApi.fromApi(Api, { additionalPropertiesStrategy: "allow" })
