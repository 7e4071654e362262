import {
  type CreateTenant,
  type MissingData,
  type PauseReason,
  type StoreContent,
  type TenantView,
  timestamp
} from "@telemark/contract"
import { hash } from "node:crypto"

/** Why and since when a tenant's sending is paused, in epoch milliseconds. */
export interface TenantPause {
  readonly at: number
  readonly reason: PauseReason
  /** The operator's own words, or the limit that was exceeded; null if there are none. */
  readonly note: string | null
  /** Whether tracked links in its mail are stopped as well: absent unless they are. */
  readonly links_stopped?: true
}

/**
 * The account that owns keys, mail, suppressions and everything else. Times are epoch milliseconds.
 */
export interface Tenant {
  readonly id: string
  readonly name: string
  readonly default_from: string | null
  readonly monthly_limit: number | null
  /** Unless a send says otherwise. */
  readonly track_opens: boolean
  readonly track_clicks: boolean
  /** Unless a send says otherwise. */
  readonly missing: MissingData
  readonly created_at: number
  /** Absent unless its sending is paused. */
  readonly paused?: TenantPause | undefined
  /** Absent: always. */
  readonly store?: StoreContent
  /** Sealed: see `makePseudonyms`. Absent unless a person was erased. */
  readonly erasure_key?: string
  /**
   * Of a key that may send to no others: addresses and `@` with domains. It goes wherever the tenant
   * goes that the key acts for, so that no way to send forgets it.
   */
  readonly sends_only_to?: ReadonlyArray<string> | undefined
}

/** For a send. */
export const erasureKeyOf = ({ erasure_key }: Tenant): Pick<Tenant, "erasure_key"> =>
  erasure_key === undefined ? {} : { erasure_key }

export const newTenant = (
  id: string,
  { default_from, missing = "warn", monthly_limit, name, store = "always" }: CreateTenant,
  created_at: number
): Tenant => ({
  id,
  name,
  default_from: default_from ?? null,
  monthly_limit: monthly_limit ?? null,
  track_opens: false,
  track_clicks: false,
  missing,
  created_at,
  ...(store === "always" ? {} : { store })
})

/** As the operator sees it. */
export const tenantView = ({
  created_at,
  erasure_key: _key,
  paused,
  sends_only_to: _recipients,
  store = "always",
  ...tenant
}: Tenant): TenantView => ({
  ...tenant,
  store,
  created_at: timestamp(created_at),
  paused:
    paused === undefined
      ? null
      : {
          reason: paused.reason,
          since: timestamp(paused.at),
          note: paused.note,
          links_stopped: paused.links_stopped === true
        }
})

/** Octets of a link that say whose it is. */
export const linkMarkOctets = 6

/**
 * What tracked links have of their tenant's id, in hex: so they can be stopped when everything else
 * of the tenant is forgotten.
 */
export const linkMarkOf = (tenantId: string): string =>
  hash("sha256", tenantId).slice(0, 2 * linkMarkOctets)
