export interface DomainsOptions {
  /** SPF mechanisms for domains to publish, such as `include:_spf.example.com`; `a mx` by default. */
  readonly spf?: string | undefined
  /** Addresses that domains' SPF records must allow; by default a sample of each mechanism. */
  readonly sendingIps?: ReadonlyArray<string> | undefined
  /** Whether domains get an Ed25519 key in addition to the RSA one; false by default. */
  readonly dkimEd25519?: boolean | undefined
}

/** The default `a mx`: the domain's own web and mail servers send. */
export const spfOf = ({ spf = "a mx" }: DomainsOptions): string => spf
