export interface DomainsOptions {
  /** The SPF mechanisms that are handed out, such as `include:_spf.example.com`; `a mx` by default. */
  readonly spf?: string | undefined
  /** Addresses that domains' SPF records must allow; by default a sample of each mechanism handed out. */
  readonly sendingIps?: ReadonlyArray<string> | undefined
  /** Whether domains get an Ed25519 key beside the RSA one; false by default. */
  readonly dkimEd25519?: boolean | undefined
}

/** The mechanisms to hand out where none are set: the domain's own web and mail servers send. */
export const spfOf = ({ spf = "a mx" }: DomainsOptions): string => spf
