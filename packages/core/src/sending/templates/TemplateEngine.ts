import type { Brand, CompilerBusy, Design, Starter, StarterSummary } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { PartUses, TemplateContent } from "./Template.js"

/**
 * The parts of a template to compile. At most one of `mjml_source`, `design_json` and `html` is
 * given.
 */
export interface TemplateSource {
  readonly subject_template?: string | undefined
  readonly mjml_source?: string | undefined
  readonly design_json?: Design | undefined
  readonly html?: string | undefined
  readonly text_body?: string | undefined
}

/** A fault in a source. */
export interface TemplateProblem {
  /** The part, and the location in it: `mjml_source`, `design_json.blocks.0.href`. */
  readonly path: string
  /** Says what to do, and never repeats the input. */
  readonly reason: string
}

/** A compiled source. Parts that are missing or faulty are null and use nothing. */
export interface CompiledSource {
  /** HTML with merge tags. */
  readonly html: string | null
  /** The compiled MJML, as given or made from the design; null if there was neither. */
  readonly mjml_source: string | null
  readonly uses: PartUses
  readonly warnings: ReadonlyArray<string>
  /** If not empty, the source can't be saved. */
  readonly problems: ReadonlyArray<TemplateProblem>
}

/** The rendered parts of a mail. */
export interface RenderedParts {
  readonly subject: string
  readonly html: string
  /** Null if the template has no text: it is made from the HTML. */
  readonly text: string | null
}

/** The result of a preview. */
export interface Previewed {
  readonly compiled: CompiledSource
  readonly parts: RenderedParts & { readonly text: string }
}

/** The result of rendering; a template may fail on data that it wasn't made for. */
export type RenderOutcome =
  | {
      readonly _tag: "Rendered"
      readonly parts: RenderedParts
      /** Paths of declared variables without a value in the data and without a default. */
      readonly lacking: ReadonlyArray<string>
    }
  | { readonly _tag: "Refused"; readonly problems: ReadonlyArray<TemplateProblem> }

/** The rest of a common budget, in budgets of one rendering. Each rendering subtracts its share. */
export interface RenderBudget {
  left: number
}

/** One rendering's access to a common budget. */
export interface RenderShare {
  readonly budget: RenderBudget
  /**
   * Ends once all earlier renderings are finished, so that only their order determines which ones
   * exceed the budget.
   */
  readonly turn: Effect.Effect<void>
}

/** The input of a rendering. */
export interface RenderRequest {
  /** The template's owner: preparing many templates of one tenant delays no other. */
  readonly tenantId: string
  /** The cache key of the compiled template; the content for a key never changes. */
  readonly key: string
  /**
   * Whether the caller is inside its own transaction: then it must not wait for another caller's
   * `load`, which may wait for its connection.
   */
  readonly inTransaction?: boolean | undefined
  readonly locale: string | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** A share of a common budget; by default the rendering has a budget of its own. */
  readonly share?: RenderShare | undefined
}

/** Port: compiles and renders templates without blocking the process. */
export class TemplateEngine extends Context.Service<
  TemplateEngine,
  {
    /**
     * Compiles several sources together, under one deadline. The work of one `tenantId` never
     * occupies every compiler.
     */
    readonly compile: (
      tenantId: string,
      sources: ReadonlyArray<TemplateSource>
    ) => Effect.Effect<ReadonlyArray<CompiledSource>, CompilerBusy>
    /**
     * Compiles and renders without caching. Faulty parts are rendered as empty text; without a text
     * part, the text is made from the HTML.
     */
    readonly preview: (
      tenantId: string,
      source: TemplateSource,
      data: Readonly<Record<string, unknown>>
    ) => Effect.Effect<Previewed, CompilerBusy>
    /** Renders stored content. `load` reads it, and runs only if this process hasn't cached it. */
    readonly render: <E>(
      request: RenderRequest,
      load: Effect.Effect<TemplateContent, E>
    ) => Effect.Effect<RenderOutcome, E | CompilerBusy>
  }
>()("@telemark/core/TemplateEngine") {}

/** Port: the starter templates of Telemark, in a tenant's brand. */
export class StarterCatalog extends Context.Service<
  StarterCatalog,
  {
    readonly list: (
      tenantId: string,
      brand: Brand
    ) => Effect.Effect<ReadonlyArray<StarterSummary>, CompilerBusy>
    readonly find: (slug: string, brand: Brand) => Starter | undefined
  }
>()("@telemark/core/StarterCatalog") {}
