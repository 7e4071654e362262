import { layerAdministration } from "../Application/index.js"
import { withDatabase } from "./withDatabase.js"

/**
 * Runs an effect over the services that need no secret, so that tenants can be managed from a shell
 * without it.
 */
export const withServices = withDatabase(layerAdministration)
