import type { Brand, Starter, StarterSummary } from "@telemark/core"
import { documentOf } from "./Layout/index.js"
import { lookOf, singleLine } from "./Look/index.js"
import { type StarterMail, starterMails } from "./Mails/index.js"

const starterOf = ({ category, description, mail, name, slug, subject, variables }: StarterMail, brand: Brand): Starter => {
  const look = lookOf(brand)
  return {
    slug,
    name,
    category,
    description,
    subject_template: subject(singleLine(brand.name)),
    mjml_source: documentOf(look, mail(look)),
    variables: variables(brand)
  }
}

const bySlug = new Map(starterMails.map((mail) => [mail.slug, mail]))

/** A starter in a brand; undefined if there is none of that slug. */
export const findStarter = (slug: string, brand: Brand): Starter | undefined => {
  const mail = bySlug.get(slug)
  return mail === undefined ? undefined : starterOf(mail, brand)
}

/** A starter with data such as it is made for. */
export interface SampledStarter {
  readonly starter: Starter
  readonly sample: Readonly<Record<string, unknown>>
}

/** Every starter in a brand, in the order of lists. */
export const startersIn = (brand: Brand): ReadonlyArray<SampledStarter> =>
  starterMails.map((mail) => ({ starter: starterOf(mail, brand), sample: mail.sample }))

/** What lists show of a starter. */
export const summaryOf = (
  { category, description, name, slug, subject_template }: Starter,
  thumbnail_html: string
): StarterSummary => ({ slug, name, category, description, subject_template, thumbnail_html })
