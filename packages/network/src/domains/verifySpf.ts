import { type DomainQuestion, spfValue } from "@telemark/core"
import { Effect, Result } from "effect"
import type { DnsTrouble, LookUps } from "../dns/Dns.js"
import { isSpfRecord } from "../spf/SpfRecord.js"
import { checkHost, type SpfOutcome, textsOf } from "../spf/checkHost.js"
import { type IpAddress, parseAddress } from "../spf/hosts.js"
import {
  type SpfCase,
  type SpfEvidence,
  spfFinding,
  spfTrouble,
  spfUnusable,
  type SpfVerified
} from "./spfFinding.js"
import { namesOf, nobody, type Samples, samplesOf } from "./spfSamples.js"
import { parseMechanisms } from "./spfTerms.js"

type Question = Pick<DomainQuestion, "domain" | "spf" | "sending_ips">

const noRecord: SpfOutcome = {
  result: "none",
  reason: undefined,
  names: [],
  term: undefined,
  lookUps: 0
}

/** The addresses that should be allowed. Left if one is invalid. */
const givenOf = (texts: ReadonlyArray<string>): Result.Result<ReadonlyArray<IpAddress>, string> =>
  Result.all(
    texts.map((text) =>
      Result.fromNullishOr(
        parseAddress(text),
        () => "one of its sending addresses is not an IP address"
      )
    )
  )

type Known = Pick<SpfEvidence, "records" | "ours">

/** As if the domain published exactly the expected record. */
const asPublished = (lookUps: LookUps, { domain, spf }: SpfCase): LookUps => ({
  ...lookUps,
  txt: (name) =>
    name === domain.toLowerCase()
      ? Effect.succeed({ _tag: "Found", records: [spfValue(spf)] })
      : lookUps.txt(name)
})

/** The expected names, if servers can't use them whatever else the domain publishes. */
const brokenOf = (
  lookUps: LookUps,
  asked: SpfCase,
  { ours }: Known
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    checkHost(asPublished(lookUps, asked), { address: nobody, domain: asked.domain }),
    ({ names, result }) => {
      const expected = namesOf(asked.domain, ours)
      return result === "permerror" && expected.some((name) => names.includes(name)) ? expected : []
    }
  )

const evaluate = (
  lookUps: LookUps,
  asked: SpfCase,
  known: Known,
  { addresses, unsampled }: Samples
): Effect.Effect<SpfVerified> =>
  Effect.gen(function* () {
    const outcomeOf = (address: IpAddress) => checkHost(lookUps, { address, domain: asked.domain })
    const checks = yield* Effect.forEach(addresses, (address) =>
      Effect.map(outcomeOf(address), (outcome) => ({ address, outcome }))
    )
    const evidence = {
      ...known,
      checks,
      unsampled,
      nobody: yield* outcomeOf(nobody),
      broken: yield* brokenOf(lookUps, asked, known)
    }
    return spfFinding(asked, evidence)
  })

/** RFC 7208, for our sending addresses. */
export const verifySpf = (
  lookUps: LookUps,
  { domain, sending_ips, spf }: Question
): Effect.Effect<SpfVerified> => {
  const asked = { domain, spf }
  return lookUps.txt(domain).pipe(
    Effect.map((answer) => textsOf(answer).filter(isSpfRecord)),
    Effect.flatMap((records) => {
      const mechanisms = Result.mapError(
        parseMechanisms(spf),
        (wrong) => `the mechanisms that it asks for can't be used, since ${wrong}`
      )
      const set = Result.all({ ours: mechanisms, given: givenOf(sending_ips) })
      if (Result.isFailure(set)) return Effect.succeed(spfUnusable(asked, records, set.failure))
      const { given, ours } = set.success
      const known = { records, ours }
      if (records.length !== 1)
        return Effect.succeed(
          spfFinding(asked, { ...known, checks: [], unsampled: [], nobody: noRecord, broken: [] })
        )
      const samples: Effect.Effect<Samples, DnsTrouble> =
        given.length > 0
          ? Effect.succeed({ addresses: given, unsampled: [] })
          : samplesOf(lookUps, domain, ours)
      return Effect.matchEffect(samples, {
        onFailure: ({ reason }) => Effect.succeed(spfTrouble(asked, reason, records)),
        onSuccess: (found) => evaluate(lookUps, asked, known, found)
      })
    }),
    Effect.catch(({ reason }) => Effect.succeed(spfTrouble(asked, reason)))
  )
}
