import type { DkimKeyRecord, DomainRecord } from "./Domain.js"
import type { DomainKey } from "./DomainStore.js"
import { domainKey } from "./domainKey.js"

/** A row of `domains`: flags are 0 or 1, the verification is JSON. */
export interface DomainRow extends Omit<
  DomainRecord,
  | "spf_verified"
  | "dkim_verified"
  | "dmarc_verified"
  | "return_path_verified"
  | "tracking_verified"
  | "owned"
  | "verification"
  | "keys"
> {
  readonly spf_verified: number
  readonly dkim_verified: number
  readonly dmarc_verified: number
  readonly return_path_verified: number
  readonly tracking_verified: number
  readonly owned: number
  readonly verification: string | null
}

/** A row of `dkim_keys`; `place` is its index among the domain's keys. */
export interface KeyRow extends DkimKeyRecord, DomainKey {
  readonly place: number
}

export interface JoinedRow extends DomainRow, Omit<KeyRow, "created_at" | "selector"> {
  /** Null if the domain has no key. */
  readonly selector: string | null
  readonly key_created_at: number
}

const keyOf = ({
  algorithm,
  created_at,
  ends_at,
  private_key,
  public_key,
  selector,
  state
}: KeyRow): DkimKeyRecord => ({
  selector,
  algorithm,
  public_key,
  private_key,
  state,
  created_at,
  ends_at
})

/** `keys` may come in any order. */
export const recordOf = (row: DomainRow, keys: ReadonlyArray<KeyRow>): DomainRecord => ({
  tenant_id: row.tenant_id,
  domain: row.domain,
  spf_verified: row.spf_verified !== 0,
  dkim_verified: row.dkim_verified !== 0,
  dmarc_verified: row.dmarc_verified !== 0,
  return_path_verified: row.return_path_verified !== 0,
  tracking_verified: row.tracking_verified !== 0,
  spf_failing_since: row.spf_failing_since,
  dkim_failing_since: row.dkim_failing_since,
  dmarc_failing_since: row.dmarc_failing_since,
  return_path_failing_since: row.return_path_failing_since,
  tracking_failing_since: row.tracking_failing_since,
  owned: row.owned !== 0,
  verified_at: row.verified_at,
  created_at: row.created_at,
  next_check_at: row.next_check_at,
  verification:
    row.verification === null
      ? null
      : (JSON.parse(row.verification) as DomainRecord["verification"]),
  keys: [...keys].sort((a, b) => a.place - b.place).map(keyOf)
})

const keyRowOf = ({ key_created_at, selector, ...row }: JoinedRow): ReadonlyArray<KeyRow> =>
  selector === null ? [] : [{ ...row, selector, created_at: key_created_at }]

/** Domains out of rows of one key each, in the order in which each first appears. */
export const recordsOf = (rows: ReadonlyArray<JoinedRow>): ReadonlyArray<DomainRecord> => {
  const domains = new Map<string, Array<JoinedRow>>()
  for (const row of rows) {
    const name = domainKey(row)
    const ofDomain = domains.get(name)
    if (ofDomain === undefined) domains.set(name, [row])
    else ofDomain.push(row)
  }
  return [...domains.values()].flatMap((ofDomain) =>
    ofDomain[0] === undefined ? [] : [recordOf(ofDomain[0], ofDomain.flatMap(keyRowOf))]
  )
}

export const changesOf = (record: DomainRecord): Omit<DomainRow, keyof DomainKey> => ({
  spf_verified: Number(record.spf_verified),
  dkim_verified: Number(record.dkim_verified),
  dmarc_verified: Number(record.dmarc_verified),
  return_path_verified: Number(record.return_path_verified),
  tracking_verified: Number(record.tracking_verified),
  spf_failing_since: record.spf_failing_since,
  dkim_failing_since: record.dkim_failing_since,
  dmarc_failing_since: record.dmarc_failing_since,
  return_path_failing_since: record.return_path_failing_since,
  tracking_failing_since: record.tracking_failing_since,
  owned: Number(record.owned),
  verified_at: record.verified_at,
  created_at: record.created_at,
  next_check_at: record.next_check_at,
  verification: record.verification === null ? null : JSON.stringify(record.verification)
})

export const keyRowsOf = (
  { domain, tenant_id }: DomainKey,
  keys: ReadonlyArray<DkimKeyRecord>
): ReadonlyArray<KeyRow> =>
  keys.map(
    ({ algorithm, created_at, ends_at, private_key, public_key, selector, state }, place) => ({
      tenant_id,
      domain,
      selector,
      place,
      algorithm,
      state,
      created_at,
      ends_at,
      public_key,
      private_key
    })
  )
