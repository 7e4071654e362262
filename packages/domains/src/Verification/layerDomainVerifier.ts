import {
  type AliasUse,
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier
} from "@telemark/core"
import { Dns, type LookUps } from "@telemark/network"
import { Effect, Layer } from "effect"
import { aliasTrouble, verifyAlias } from "./alias.js"
import { dkimTrouble, verifyDkim } from "./dkim.js"
import { dmarcTrouble, verifyDmarc } from "./dmarc.js"
import { remembering } from "./remembering.js"
import { verifySpf } from "./spf.js"
import { spfTrouble } from "./spfFinding.js"

const deadline = "10 seconds"

const orTrouble = <A>(part: Effect.Effect<A>, trouble: () => A): Effect.Effect<A> =>
  Effect.timeoutTo(part, {
    duration: deadline,
    onTimeout: trouble,
    onSuccess: (finding) => finding
  })

const testing = (keys: DomainFindings["keys"]): ReadonlyArray<string> =>
  keys
    .filter((key) => key.testing && key.verified)
    .map(
      ({ host }) =>
        `${host}: the record has t=y, which means that DKIM is only being tested. Remove t=y.`
    )

/** Looks up all records at once. A part that takes too long doesn't affect the others. */
const verifyDomain = (
  lookUps: LookUps,
  question: DomainQuestion
): Effect.Effect<DomainFindings> => {
  const { aliases = {}, domain } = question
  const verifyKey = (key: DomainQuestion["keys"][number]) =>
    orTrouble(verifyDkim(lookUps, domain, key), () => dkimTrouble(domain, key, "timeout"))
  const verifyAliasOf = (use: AliasUse) => {
    const host = aliases[use]
    return host === undefined
      ? Effect.succeed(undefined)
      : orTrouble(verifyAlias(lookUps, { use, domain, host }), () =>
          aliasTrouble({ use, domain, host }, "timeout")
        )
  }
  return Effect.all(
    {
      spf: orTrouble(verifySpf(lookUps, question), () => spfTrouble(question, "timeout")),
      dmarc: orTrouble(verifyDmarc(lookUps, domain), () => ({
        finding: dmarcTrouble(domain, "timeout"),
        warnings: []
      })),
      return_path: verifyAliasOf("return_path"),
      tracking: verifyAliasOf("tracking"),
      keys: Effect.forEach(question.keys, verifyKey, { concurrency: "unbounded" })
    },
    { concurrency: "unbounded" }
  ).pipe(
    Effect.map(({ dmarc, keys, return_path, spf, tracking }) => ({
      spf: spf.finding,
      dmarc: dmarc.finding,
      ...(return_path === undefined ? {} : { return_path }),
      ...(tracking === undefined ? {} : { tracking }),
      keys,
      warnings: [...spf.warnings, ...testing(keys), ...dmarc.warnings]
    }))
  )
}

/**
 * Verifies domains by DNS look-ups, within 10 s. Each verification has its own resolver, which is
 * cancelled at the end.
 */
export const layerDomainVerifier: Layer.Layer<DomainVerifier, never, Dns> = Layer.effect(
  DomainVerifier,
  Effect.map(Dns, ({ resolver }) => ({
    verify: (question) =>
      Effect.scoped(
        resolver.pipe(
          Effect.flatMap(remembering),
          Effect.flatMap((lookUps) => verifyDomain(lookUps, question))
        )
      )
  }))
)
