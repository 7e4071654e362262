import type { CompilerBusy, Design } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { RenderShare } from "./renderShares.js"
import type { PartUses, TemplateContent } from "./TemplateRecord.js"

/** The parts of a template that are to be compiled. At most one of `mjml_source`, `design_json` and `html` is there. */
export interface TemplateSource {
  readonly subject_template?: string | undefined
  readonly mjml_source?: string | undefined
  readonly design_json?: Design | undefined
  readonly html?: string | undefined
  readonly text_body?: string | undefined
}

/** What is wrong with a source. */
export interface TemplateProblem {
  /** The part, and what inside it: `mjml_source`, `design_json.blocks.0.href`. */
  readonly path: string
  /** Says what to do, and never repeats what was given. */
  readonly reason: string
}

/** What became of a source. Parts that were not given, or have problems, are null and use nothing. */
export interface CompiledSource {
  /** Html with merge tags. */
  readonly html: string | null
  /** The MJML that was compiled: as given, or made from the design; null if there was neither. */
  readonly mjml_source: string | null
  readonly uses: PartUses
  /** What MJML would rather have otherwise. */
  readonly warnings: ReadonlyArray<string>
  /** Not empty: it can't be kept. */
  readonly problems: ReadonlyArray<TemplateProblem>
}

/** The parts of a mail made from a template. */
export interface RenderedParts {
  readonly subject: string
  readonly html: string
  /** Null if the template has no text of its own: it is made from the html. */
  readonly text: string | null
}

/** What a preview came to. */
export interface Previewed {
  readonly compiled: CompiledSource
  readonly parts: RenderedParts & { readonly text: string }
}

/** What rendering came to: a template can break on data that it was not made for. */
export type RenderOutcome =
  | {
    readonly _tag: "Rendered"
    readonly parts: RenderedParts
    /** The declared variables, by path, that the data lacks and that have no default. */
    readonly lacking: ReadonlyArray<string>
  }
  | { readonly _tag: "Refused"; readonly problems: ReadonlyArray<TemplateProblem> }

/** What a template is rendered with. */
export interface RenderRequest {
  /** Whose template it is: preparing many of them holds up nobody else's. */
  readonly tenantId: string
  /** Under which the compiled template is remembered; the content under a key never changes. */
  readonly key: string
  /**
   * Whether the caller stands in a transaction of its own: it must not wait for the `load` of another, who may be waiting for its
   * connection.
   */
  readonly inTransaction?: boolean | undefined
  readonly locale: string | undefined
  readonly data: Readonly<Record<string, unknown>>
  /** What the rendering may take if it is one of several; otherwise it has a budget of its own. */
  readonly share?: RenderShare | undefined
}

/** Port: what compiles and renders templates, without ever holding the process up. */
export class TemplateEngine extends Context.Tag("@telemark/core/TemplateEngine")<TemplateEngine, {
  /** Compiles several sources in one go, under one deadline. `tenantId`: one tenant's work never takes every compiler. */
  readonly compile: (
    tenantId: string,
    sources: ReadonlyArray<TemplateSource>
  ) => Effect.Effect<ReadonlyArray<CompiledSource>, CompilerBusy>
  /**
   * Compiles and renders without remembering anything. Parts with problems are rendered as empty text; a mail
   * without a text of its own gets the one that is made from its html.
   */
  readonly preview: (
    tenantId: string,
    source: TemplateSource,
    data: Readonly<Record<string, unknown>>
  ) => Effect.Effect<Previewed, CompilerBusy>
  /** Renders stored content. `load` reads it, and is called only if this process hasn't it at hand. */
  readonly render: <E>(
    request: RenderRequest,
    load: Effect.Effect<TemplateContent, E>
  ) => Effect.Effect<RenderOutcome, E | CompilerBusy>
}>() {}
