import {
  type SaveSmtpConfig, type Services, type SmtpConfig, SmtpConfigs, type SmtpConfigsService, type SmtpVerification
} from "@telemark/core"
import { Effect } from "effect"
import type { RunAs } from "./templates.js"

/** The SMTP server of one tenant's own, which its mail goes through while one is saved. */
export interface SmtpConfigApi {
  /** Connects and logs in first: rejects with `SmtpConnectionFailed`, and saves nothing, if that fails. Replaces the present one. */
  readonly save: (request: SaveSmtpConfig) => Promise<{ readonly success: true; readonly provider: string }>
  /** Without the password; rejects with `NoSmtpConfig` if none is saved, as the others do. */
  readonly get: () => Promise<SmtpConfig>
  /** Connects and logs in again, and notes what came of it. */
  readonly verify: () => Promise<SmtpVerification>
  readonly remove: () => Promise<{ readonly success: true }>
}

/** The SMTP server of one tenant's own as promises. */
export const makeSmtpConfigApi = (as: RunAs): SmtpConfigApi => {
  const use = <A, E>(operate: (configs: SmtpConfigsService, tenantId: string) => Effect.Effect<A, E, Services>): Promise<A> =>
    as(({ id }) => Effect.flatMap(SmtpConfigs, (configs) => operate(configs, id)))
  return {
    save: (request) =>
      use((configs, tenant) => Effect.map(configs.save(tenant, request), ({ provider }) => ({ success: true, provider } as const))),
    get: () => use((configs, tenant) => configs.get(tenant)),
    verify: () => use((configs, tenant) => configs.verify(tenant)),
    remove: () => use((configs, tenant) => Effect.as(configs.remove(tenant), { success: true } as const))
  }
}
