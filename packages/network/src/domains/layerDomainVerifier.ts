import {
  type AliasUse,
  type DomainFindings,
  type DomainQuestion,
  DomainVerifier,
  forkWithin
} from "@telemark/core"
import { Effect, Fiber, Layer, type Scope } from "effect"
import { type Answer, Dns, type DnsTrouble, type LookUps } from "../dns/Dns.js"
import { isSpfRecord } from "../spf/SpfRecord.js"
import { textsOf } from "../spf/checkHost.js"
import { type Finding, found, noticeWildcard } from "./findings.js"
import { spfTrouble } from "./spfFinding.js"
import { aliasRecordsAt, aliasTrouble, verifyAlias } from "./verifyAlias.js"
import { dkimTrouble, verifyDkim } from "./verifyDkim.js"
import { dmarcTrouble, verifyDmarc } from "./verifyDmarc.js"
import { verifySpf } from "./verifySpf.js"

const once = <A>(lookUp: (name: string) => Effect.Effect<Answer<A>, DnsTrouble>) =>
  Effect.map(Effect.scope, (scope) => {
    const asked = new Map<string, Fiber.Fiber<Answer<A>, DnsTrouble>>()
    return (given: string): Effect.Effect<Answer<A>, DnsTrouble> =>
      Effect.suspend(() => {
        const name = given.toLowerCase()
        const known = asked.get(name)
        if (known !== undefined) return Fiber.join(known)
        // In the scope: the deadline of one part mustn't interrupt the look-up for the others.
        return Effect.flatMap(forkWithin(Effect.interruptible(lookUp(name)), scope), (fiber) => {
          asked.set(name, fiber)
          return Fiber.join(fiber)
        })
      })
  })

/**
 * Caches look-ups: an SPF record is evaluated for many addresses, and all parts of a verification
 * should see the same answers. A caller that stops waiting doesn't cancel them; closing the scope
 * does.
 */
export const remembering = (lookUps: LookUps): Effect.Effect<LookUps, never, Scope.Scope> =>
  Effect.all({
    txt: once(lookUps.txt),
    a: once(lookUps.a),
    aaaa: once(lookUps.aaaa),
    mx: once(lookUps.mx),
    cname: once(lookUps.cname),
    ptr: once(lookUps.ptr)
  })

const deadline = "10 seconds"

const orTrouble = <A>(part: Effect.Effect<A>, trouble: () => A): Effect.Effect<A> =>
  Effect.timeoutOrElse(part, { duration: deadline, orElse: () => Effect.sync(trouble) })

const testing = (keys: DomainFindings["keys"]): ReadonlyArray<string> =>
  keys
    .filter((key) => key.testing && key.verified)
    .map(
      ({ host }) =>
        `${host}: the record has t=y, which means that DKIM is only being tested. Remove t=y.`
    )

const withWarnings = <F>(warnings: ReadonlyArray<string>, finding: Effect.Effect<F>) =>
  Effect.map(finding, (finding) => ({ finding, warnings }))

/** All at once. A part that takes too long doesn't affect the others. */
const verifyDomain = (
  lookUps: LookUps,
  question: DomainQuestion
): Effect.Effect<DomainFindings> => {
  const { aliases = {}, domain } = question
  const noticeText = <F extends Finding>(
    finding: F,
    isWanted: (text: string) => boolean = () => true,
    value = "expected"
  ): Effect.Effect<F> =>
    noticeWildcard(finding, `a TXT record with the ${value} value`, (name) =>
      Effect.map(lookUps.txt(name), (answer) => found(textsOf(answer).filter(isWanted)))
    )
  const verifyKey = (key: DomainQuestion["keys"][number]) =>
    Effect.flatMap(
      orTrouble(verifyDkim(lookUps, domain, key), () => dkimTrouble(domain, key, "timeout")),
      (finding) => noticeText(finding)
    )
  const verifyAliasOf = (use: AliasUse) => {
    const host = aliases[use]
    return host === undefined
      ? Effect.succeed(undefined)
      : Effect.flatMap(
          orTrouble(verifyAlias(lookUps, { use, domain, host }), () =>
            aliasTrouble({ use, domain, host }, "timeout")
          ),
          (finding) =>
            noticeWildcard(
              finding,
              "a CNAME record with the expected value",
              aliasRecordsAt(lookUps, use)
            )
        )
  }
  return Effect.all(
    {
      spf: Effect.flatMap(
        orTrouble(verifySpf(lookUps, question), () => spfTrouble(question, "timeout")),
        ({ finding, warnings }) =>
          withWarnings(
            warnings,
            noticeText(finding, isSpfRecord, finding.suggestion === null ? "expected" : "suggested")
          )
      ),
      dmarc: Effect.flatMap(
        orTrouble(verifyDmarc(lookUps, domain), () => ({
          finding: dmarcTrouble(domain, "timeout"),
          warnings: []
        })),
        ({ finding, warnings }) => withWarnings(warnings, noticeText(finding))
      ),
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

/** Within 10 s, each with its own resolver. */
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
