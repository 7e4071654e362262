import type { DkimFinding } from "@telemark/contract"
import { dkimHost, dkimValue, type DomainQuestion } from "@telemark/core"
import { Effect } from "effect"
import type { LookUps } from "../dns/Dns.js"
import { textsOf } from "../spf/checkHost.js"
import { compareKey, type KeyVerdict } from "./DkimRecord.js"
import { found, troubleMessage } from "./findingTexts.js"

type Key = DomainQuestion["keys"][number]
type Verdict = Pick<KeyVerdict, "message" | "testing"> & Pick<DkimFinding, "status">

const findingOf = (domain: string, key: Key) => {
  const host = dkimHost(key.selector, domain)
  return (records: ReadonlyArray<string>, { message, status, testing }: Verdict): DkimFinding => ({
    verified: status === "ok",
    status,
    host,
    expected: dkimValue(key),
    found: found(records),
    message:
      status === "ok" && testing
        ? `${message} It has t=y, which means that DKIM is only being tested: remove t=y, because servers may ignore the signature.`
        : message,
    selector: key.selector,
    testing
  })
}

/**
 * Whether the record was published with the domain appended twice, as by DNS panels that append it
 * to each name.
 */
const isDoubled = (
  lookUps: Pick<LookUps, "txt">,
  domain: string,
  key: Key
): Effect.Effect<boolean> =>
  lookUps.txt(`${dkimHost(key.selector, domain)}.${domain}`).pipe(
    Effect.map((answer) => compareKey(textsOf(answer), key).status === "ok"),
    Effect.orElseSucceed(() => false)
  )

export const dkimTrouble = (
  domain: string,
  key: Key,
  reason: Parameters<typeof troubleMessage>[0]
): DkimFinding =>
  findingOf(domain, key)([], {
    status: "temperror",
    testing: false,
    message: troubleMessage(reason)
  })

export const verifyDkim = (
  lookUps: Pick<LookUps, "txt">,
  domain: string,
  key: Key
): Effect.Effect<DkimFinding> => {
  const host = dkimHost(key.selector, domain)
  return lookUps.txt(host).pipe(
    Effect.flatMap((answer) => {
      const records = textsOf(answer)
      const verdict = compareKey(records, key)
      const finding = findingOf(domain, key)(records, verdict)
      return verdict.status !== "missing"
        ? Effect.succeed(finding)
        : Effect.map(isDoubled(lookUps, domain, key), (doubled) =>
            doubled
              ? {
                  ...finding,
                  message: `The record is at ${host}.${domain}: the DNS panel appends the domain. Enter the name without it.`
                }
              : finding
          )
    }),
    Effect.catch(({ reason }) => Effect.succeed(dkimTrouble(domain, key, reason)))
  )
}
