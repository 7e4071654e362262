import type { DnsPeer } from "@telemark/testing"

interface Records {
  readonly dns_records: ReadonlyArray<{ readonly host: string; readonly value: string }>
}

/** Publishes what an answer says should be. */
export const publish = (dns: DnsPeer, answer: unknown): void => {
  for (const { host, value } of (answer as Records).dns_records) dns.set(host, "TXT", [value])
}
