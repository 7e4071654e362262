import type { Brand, Starter, StarterSummary } from "@telemark/contract"
import { documentOf } from "./layout/document.js"
import { lookOf, singleLine } from "./look/Look.js"
import type { StarterMail } from "./mails/StarterMail.js"
import { starterMails } from "./mails/starterMails.js"

const starterOf = (
  { category, description, mail, name, slug, subject, variables }: StarterMail,
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
    variables: variables(brand)
  }
}

const bySlug = new Map(starterMails.map((mail) => [mail.slug, mail]))

export const findStarter = (slug: string, brand: Brand): Starter | undefined => {
  const mail = bySlug.get(slug)
  return mail === undefined ? undefined : starterOf(mail, brand)
}

/** A starter with sample data. */
export interface SampledStarter {
  readonly starter: Starter
  readonly sample: Readonly<Record<string, unknown>>
}

/** Every starter in a brand, in display order. */
export const startersIn = (brand: Brand): ReadonlyArray<SampledStarter> =>
  starterMails.map((mail) => ({ starter: starterOf(mail, brand), sample: mail.sample }))

export const summaryOf = (
  { category, description, name, slug, subject_template }: Starter,
  thumbnail_html: string
): StarterSummary => ({ slug, name, category, description, subject_template, thumbnail_html })
