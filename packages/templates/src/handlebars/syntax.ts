import Handlebars from "handlebars"

interface Located {
  readonly loc: { readonly start: { readonly line: number } }
}

/**
 * `a.b`, `../a`, `@root.a`. `depth` is the number of `../`. `parts` contains neither those nor a
 * leading `this`.
 */
export interface Path extends Located {
  readonly type: "PathExpression"
  readonly data: boolean
  readonly depth: number
  readonly parts: ReadonlyArray<string>
  readonly original: string
}

/** A literal. As the name of a tag it has only `original`. */
interface Literal extends Located {
  readonly type:
    | "StringLiteral"
    | "NumberLiteral"
    | "BooleanLiteral"
    | "UndefinedLiteral"
    | "NullLiteral"
  readonly value?: string | number | boolean
  readonly original?: string | number | boolean | null
}

export interface Arguments {
  readonly params: ReadonlyArray<Expression>
  readonly hash?:
    | { readonly pairs: ReadonlyArray<{ readonly key: string; readonly value: Expression }> }
    | undefined
}

/** A helper call as a value: `(lookup a b)`. */
export interface Call extends Located, Arguments {
  readonly type: "SubExpression"
  readonly path: Path | Literal | Call
}

export type Expression = Path | Literal | Call

/** `{{a}}`, `{{{a}}}`, `{{lookup a b}}`. */
export interface Mustache extends Located, Arguments {
  readonly type: "MustacheStatement"
  readonly path: Expression
  readonly escaped: boolean
}

/** `{{#if a}}…{{else}}…{{/if}}` and sections: `{{#a}}…{{/a}}`. */
export interface Block extends Located, Arguments {
  readonly type: "BlockStatement"
  readonly path: Expression
  readonly program?: Program | undefined
  readonly inverse?: Program | undefined
  /** Empty for a raw block, `{{{{x}}}}`. */
  readonly openStrip: { readonly open?: boolean }
}

/** Constructs that aren't allowed. */
interface Refused extends Located {
  readonly type: "PartialStatement" | "PartialBlockStatement" | "Decorator" | "DecoratorBlock"
}

interface Text extends Located {
  readonly type: "ContentStatement" | "CommentStatement"
}

export type Statement = Mustache | Block | Refused | Text

/** A template, or the body of a block. */
export interface Program {
  readonly type: "Program"
  readonly body: ReadonlyArray<Statement>
  readonly blockParams?: ReadonlyArray<string> | undefined
  /** The rest of an `{{else if}}` chain: contains only that block. */
  readonly chained?: boolean
}

/**
 * Parses a template. Throws Handlebars' error, or a RangeError if the nesting exceeds the stack.
 */
export const parse = (source: string): Program =>
  // Handlebars' types lack the discriminants of nodes.
  Handlebars.parse(source) as unknown as Program

/**
 * Whether the path begins with `this` or `./`: such names are never helpers or block parameters.
 */
export const isScoped = (path: Path): boolean => /^\.|this\b/.test(path.original)

/** The path at the beginning of a tag. A literal is a name there: `{{"first name"}}`. */
export const pathOf = (expression: Path | Literal): Path =>
  expression.type === "PathExpression"
    ? expression
    : {
        type: "PathExpression",
        data: false,
        depth: 0,
        loc: expression.loc,
        parts: [String(expression.original)],
        original: String(expression.original)
      }

/** The name that may refer to a helper. Undefined for paths such as `this.if` and `../if`. */
export const simpleName = (path: Path): string | undefined =>
  path.parts.length === 1 && path.depth === 0 && !isScoped(path) ? path.parts[0] : undefined
