import { CompilerBusy } from "@telemark/contract"
import {
  chooseParts,
  inTimeSlices,
  makeMemory,
  makeSingleFlight,
  type PartOrigins,
  type RenderOutcome,
  type RenderRequest,
  type Steps,
  type TemplateContent,
  type TemplateEngine,
  withDefaults,
  withoutValue
} from "@telemark/core"
import { Effect } from "effect"
import type { PreparedParts, TemplateParts } from "../compiler/Job.js"
import {
  contentLength,
  partsFrom,
  type PreparedMail,
  preparedMail,
  type RenderableContent,
  renderableContent,
  renderMail
} from "./PreparedMail.js"

/** A cached template: its content, and its prepared mails by the origin of their parts. */
interface Remembered {
  readonly content: RenderableContent
  readonly mails: Map<string, Prepared>
}

interface Prepared {
  readonly mail: PreparedMail
  readonly size: number
}

/** Measured: code that has run takes two bytes per character in total. */
const codeWeight = 2

const codeLength = ({ html, subject, text }: PreparedParts): number =>
  subject.length + html.length + (text?.length ?? 0)

const sizeOf = ({ content, mails }: Remembered): number =>
  [...mails.values()].reduce((total, { size }) => total + size, Math.max(1, contentLength(content)))

/**
 * The key of a combination of parts. Hundreds of locales share few: at most one for each language
 * of the template, and the default.
 */
const nameOf = ({ html, subject, text }: PartOrigins): string =>
  JSON.stringify([subject ?? "", html ?? "", text ?? "", text === null])

/** What is known, else what is made: by then another may have made it. */
const unlessKnown = <A, E>(
  find: () => A | undefined,
  once: (make: Effect.Effect<A, E>) => Effect.Effect<A, E>,
  make: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const orElse = (missing: () => Effect.Effect<A, E>) =>
    Effect.suspend(() => {
      const found = find()
      return found === undefined ? missing() : Effect.succeed(found)
    })
  return orElse(() => once(orElse(() => make)))
}

/**
 * Renders stored templates, with a cache. `prepare` generates code for parts and is called once for
 * each combination of languages. The cache has at most `maxRemembered` characters: those of
 * templates, plus twice those of their code.
 */
export const makeRender = (
  prepare: (tenantId: string, parts: TemplateParts) => Effect.Effect<PreparedParts, CompilerBusy>,
  maxRemembered = 32 * 1024 * 1024
): (typeof TemplateEngine.Service)["render"] => {
  const remembered = makeMemory(maxRemembered, sizeOf)
  const loads = makeSingleFlight({ isShared: () => false })
  // A retry of each would queue the same job again.
  const preparations = makeSingleFlight({
    isShared: (failure) => failure instanceof CompilerBusy
  })

  const find = <E>(
    { inTransaction, key }: RenderRequest,
    load: Effect.Effect<TemplateContent, E>
  ): Effect.Effect<Remembered, E> => {
    const remember = Effect.map(load, (loaded) => {
      const template: Remembered = { content: renderableContent(loaded), mails: new Map() }
      remembered.set(key, template)
      return template
    })
    return unlessKnown(
      () => remembered.get(key),
      (make) => (inTransaction === true ? make : loads.run(key, make)),
      remember
    )
  }

  const prepared = (
    { key, locale, tenantId }: RenderRequest,
    template: Remembered
  ): Effect.Effect<PreparedMail, CompilerBusy> => {
    const origins = chooseParts(template.content, template.content.locales, locale)
    const name = nameOf(origins)
    const make = Effect.suspend(() => prepare(tenantId, partsFrom(template.content, origins))).pipe(
      Effect.map((code) => {
        const mail = preparedMail(code)
        template.mails.set(name, { mail, size: codeWeight * codeLength(code) })
        // A copy: the cache computes sizes only for new values.
        remembered.set(key, { ...template })
        return mail
      })
    )
    return unlessKnown(
      () => template.mails.get(name)?.mail,
      (missing) => preparations.run(JSON.stringify([key, name]), missing),
      make
    )
  }

  return (request, load) =>
    Effect.gen(function* () {
      const template = yield* find(request, load)
      const mail = yield* prepared(request, template)
      const { data, share } = request
      const {
        content: { links, variables }
      } = template
      if (share !== undefined) yield* share.turn
      return yield* inTimeSlices(function* (): Steps<RenderOutcome> {
        return renderMail(
          mail,
          withDefaults(data, variables, links),
          withoutValue(data, variables),
          share?.budget
        )
      })
    })
}
