import type {
  DkimFinding,
  DkimStatus,
  DmarcFinding,
  DmarcStatus,
  SpfFinding,
  SpfStatus
} from "@telemark/contract"
import {
  type DkimKeyRecord,
  dmarcHost,
  type DomainFindings,
  type DomainRecord
} from "@telemark/core"

export const hour = 3_600_000
export const day = 24 * hour

export const key = (given: Partial<DkimKeyRecord> = {}): DkimKeyRecord => ({
  selector: "tmfirst",
  algorithm: "rsa",
  public_key: "AA==",
  private_key: "sealed",
  state: "current",
  created_at: 0,
  ends_at: null,
  ...given
})

/** A domain that was added at the epoch, with one RSA key. */
export const record = (given: Partial<DomainRecord> = {}): DomainRecord => ({
  tenant_id: "tn_1",
  domain: "example.com",
  spf_verified: false,
  dkim_verified: false,
  dmarc_verified: false,
  return_path_verified: false,
  tracking_verified: false,
  spf_failing_since: null,
  dkim_failing_since: null,
  dmarc_failing_since: null,
  return_path_failing_since: null,
  tracking_failing_since: null,
  owned: false,
  verified_at: null,
  created_at: 0,
  next_check_at: 0,
  verification: null,
  keys: [key()],
  ...given
})

/** The same, ready to send since the epoch. */
export const readyRecord = (given: Partial<DomainRecord> = {}): DomainRecord =>
  record({
    spf_verified: true,
    dkim_verified: true,
    dmarc_verified: true,
    owned: true,
    verified_at: 0,
    ...given
  })

const spf = (status: SpfStatus): SpfFinding => ({
  verified: status === "pass",
  status,
  host: "example.com",
  expected: "v=spf1 a mx ~all",
  found: null,
  message: "",
  lookups: 0,
  suggestion: null
})

const dmarc = (status: DmarcStatus): DmarcFinding => ({
  verified: status === "ok",
  status,
  host: dmarcHost("example.com"),
  expected: "v=DMARC1; p=none;",
  found: null,
  message: "",
  found_at: null,
  policy: null,
  inherited: false
})

const dkim = (selector: string, status: DkimStatus): DkimFinding => ({
  verified: status === "ok",
  status,
  host: `${selector}._domainkey.example.com`,
  expected: "",
  found: null,
  message: "",
  selector,
  testing: false
})

/** What a look finds; everything in order where nothing else is said. */
export const findings = (
  given: {
    readonly spf?: SpfStatus
    readonly dmarc?: DmarcStatus
    readonly keys?: Readonly<Record<string, DkimStatus>>
  } = {}
): DomainFindings => ({
  spf: spf(given.spf ?? "pass"),
  dmarc: dmarc(given.dmarc ?? "ok"),
  keys: Object.entries<DkimStatus>(given.keys ?? { tmfirst: "ok" }).map(([selector, status]) =>
    dkim(selector, status)
  ),
  warnings: []
})

/** What the database answers when it is asked for a domain. */
export const rowsOf = ({ keys, ...domain }: DomainRecord): ReadonlyArray<object> => {
  const row = Object.fromEntries(
    Object.entries(domain).map(([name, value]) => [
      name,
      typeof value === "boolean" ? Number(value) : value
    ])
  )
  return keys.map((one, place) => ({
    ...row,
    key_place: place,
    ...Object.fromEntries(Object.entries(one).map(([name, value]) => [`key_${name}`, value]))
  }))
}
