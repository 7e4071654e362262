import { Context, type Effect } from "effect"
import type { Brand } from "../Brands/index.js"
import type { CompilerBusy } from "./errors.js"

/** A template to begin with, as the list shows it. */
export interface StarterSummary {
  readonly slug: string
  readonly name: string
  /** What it is for, such as `welcome` or `receipt`. */
  readonly category: string
  readonly description: string
  readonly subject_template: string
  /** The compiled mail with sample data, to be shown as a picture of it. */
  readonly thumbnail_html: string
}

/** A template to begin with, ready to be saved as it is. */
export interface Starter extends Omit<StarterSummary, "thumbnail_html"> {
  /** In the tenant's brand; only merge tags for the data of a send are left. */
  readonly mjml_source: string
  readonly variables: Readonly<Record<string, string>>
}

/** Port: the templates that come with Telemark, in a tenant's brand. */
export class StarterCatalog extends Context.Tag("@telemark/core/StarterCatalog")<StarterCatalog, {
  readonly list: (tenantId: string, brand: Brand) => Effect.Effect<ReadonlyArray<StarterSummary>, CompilerBusy>
  readonly find: (slug: string, brand: Brand) => Starter | undefined
}>() {}
