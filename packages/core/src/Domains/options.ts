import { returnPathName } from "./records.js"

export interface DomainsOptions {
  /** SPF mechanisms for domains to publish, such as `include:_spf.example.com`; `a mx` by default. */
  readonly spf?: string | undefined
  /** Addresses that domains' SPF records must allow; by default a sample of each mechanism. */
  readonly sendingIps?: ReadonlyArray<string> | undefined
  /** Set if messages get return paths of their own: domains may publish `bounce.<domain>` as an alias of the host, in A-labels. */
  readonly returnPath?: { readonly host: string } | undefined
  /** Whether domains get an Ed25519 key in addition to the RSA one; false by default. */
  readonly dkimEd25519?: boolean | undefined
}

/** The default `a mx`: the domain's own web and mail servers send. */
export const spfOf = ({ spf = "a mx" }: DomainsOptions): string => spf

/** The host that a domain's return path should lead to. Undefined if there is none, or if the host has that very name: then SPF aligns already. */
export const returnPathHostFor = (domain: string, { returnPath }: DomainsOptions): string | undefined =>
  returnPath === undefined || returnPath.host === returnPathName(domain) ? undefined : returnPath.host
