import { type Brand, CompilerBusy, type Starter, type StarterSummary } from "@telemark/contract"
import {
  makeMemory,
  makeSingleFlight,
  neutralBrand,
  StarterCatalog,
  TemplateEngine
} from "@telemark/core"
import { Effect, Layer, type Scope } from "effect"
import { lookOf, singleLine } from "./Look.js"
import { documentOf, type StarterMail } from "./document.js"
import { magicLink, oneTimeCode, teamInvitation, verifyEmail, welcome } from "./mails/account.js"
import { orderConfirmation, receipt, shippingUpdate } from "./mails/orders.js"
import { passwordChanged, passwordReset, securityAlert } from "./mails/security.js"
import {
  paymentFailed,
  subscriptionRenewal,
  subscriptionStarted,
  trialEnding
} from "./mails/subscription.js"

/** In display order. */
const starterMails: ReadonlyArray<StarterMail> = [
  welcome,
  verifyEmail,
  passwordReset,
  passwordChanged,
  magicLink,
  oneTimeCode,
  receipt,
  orderConfirmation,
  shippingUpdate,
  teamInvitation,
  securityAlert,
  subscriptionStarted,
  subscriptionRenewal,
  paymentFailed,
  trialEnding
]

const starterOf = (
  { category, defaults, description, mail, name, sample, slug, subject }: StarterMail,
  brand: Brand
): Starter => {
  const look = lookOf(brand)
  return {
    slug,
    name,
    category,
    description,
    subject_template: subject(singleLine(brand.name)),
    mjml_source: documentOf(look, mail(look)),
    variables: {
      ...Object.fromEntries(Object.keys(sample).map((variable) => [variable, ""])),
      ...defaults?.(brand)
    }
  }
}

const bySlug = new Map(starterMails.map((mail) => [mail.slug, mail]))

export const findStarter = (slug: string, brand: Brand): Starter | undefined => {
  const mail = bySlug.get(slug)
  return mail === undefined ? undefined : starterOf(mail, brand)
}

/** A starter with sample data. */
interface SampledStarter {
  readonly starter: Starter
  readonly sample: Readonly<Record<string, unknown>>
}

/** Every starter in a brand, in display order. */
export const startersIn = (brand: Brand): ReadonlyArray<SampledStarter> =>
  starterMails.map((mail) => ({ starter: starterOf(mail, brand), sample: mail.sample }))

const summaryOf = (
  { category, description, name, slug, subject_template }: Starter,
  thumbnail_html: string
): StarterSummary => ({ slug, name, category, description, subject_template, thumbnail_html })

/** Some 300 kB each. */
const maxBrands = 50

/** A list must not occupy all compilers. */
const concurrency = 2

type Listing = ReadonlyArray<StarterSummary>

const make: Effect.Effect<StarterCatalog["Service"], never, TemplateEngine | Scope.Scope> =
  Effect.gen(function* () {
    const engine = yield* TemplateEngine
    const scope = yield* Effect.scope
    const listings = makeMemory<Listing>(maxBrands)
    // In the layer's scope: the first caller may give up while others wait.
    const composing = makeSingleFlight({ scope })

    const compose = (tenantId: string, brand: Brand): Effect.Effect<Listing, CompilerBusy> =>
      Effect.forEach(
        startersIn(brand),
        ({ sample, starter }) =>
          Effect.flatMap(
            engine.preview(
              tenantId,
              { subject_template: starter.subject_template, mjml_source: starter.mjml_source },
              sample
            ),
            // Starters are valid: the job was stopped under load. Don't cache an empty thumbnail.
            ({ compiled, parts }) =>
              compiled.problems.length > 0
                ? new CompilerBusy()
                : Effect.succeed(summaryOf(starter, parts.html))
          ),
        { concurrency }
      )

    return {
      list: (tenantId, brand) => {
        // Tenants with the neutral brand share one list. It must not wait in the queue of the
        // tenant who asked first.
        const isNeutral = JSON.stringify(brand) === JSON.stringify(neutralBrand)
        const owner = isNeutral ? "" : tenantId
        const key = JSON.stringify([owner, brand])
        const listed = Effect.tap(
          Effect.suspend(() => compose(owner, brand)),
          (listing) => Effect.sync(() => listings.set(key, listing))
        )
        return Effect.suspend(() => {
          const known = listings.get(key)
          return known === undefined ? composing.run(key, listed) : Effect.succeed(known)
        })
      },
      find: findStarter
    }
  })

/**
 * The starters of Telemark. Thumbnails are made once per tenant's brand and cached for the last 50.
 */
export const layerStarterCatalog: Layer.Layer<StarterCatalog, never, TemplateEngine> = Layer.effect(
  StarterCatalog,
  make
)
