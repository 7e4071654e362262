import Handlebars from "handlebars"

interface Located {
  readonly loc: { readonly start: { readonly line: number } }
}

/** `a.b`, `../a`, `@root.a`: `depth` is the number of `../`, `parts` has neither those nor a leading `this`. */
export interface Path extends Located {
  readonly type: "PathExpression"
  readonly data: boolean
  readonly depth: number
  readonly parts: ReadonlyArray<string>
  readonly original: string
}

/** A value that is written in the template itself. As the name of a tag it has only `original`. */
export interface Literal extends Located {
  readonly type: "StringLiteral" | "NumberLiteral" | "BooleanLiteral" | "UndefinedLiteral" | "NullLiteral"
  readonly value?: string | number | boolean
  readonly original?: string | number | boolean | null
}

/** What helpers are called with: parameters in order and options by name. */
export interface Arguments {
  readonly params: ReadonlyArray<Expression>
  readonly hash?: { readonly pairs: ReadonlyArray<{ readonly key: string; readonly value: Expression }> } | undefined
}

/** A helper called for a value: `(lookup a b)`. */
export interface Call extends Located, Arguments {
  readonly type: "SubExpression"
  readonly path: Path | Literal | Call
}

/** What stands for a value. */
export type Expression = Path | Literal | Call

/** A merge tag: `{{a}}`, `{{{a}}}`, `{{lookup a b}}`. */
export interface Mustache extends Located, Arguments {
  readonly type: "MustacheStatement"
  readonly path: Expression
  readonly escaped: boolean
}

/** `{{#if a}}…{{else}}…{{/if}}`, and sections: `{{#a}}…{{/a}}`. */
export interface Block extends Located, Arguments {
  readonly type: "BlockStatement"
  readonly path: Expression
  readonly program?: Program | undefined
  readonly inverse?: Program | undefined
  /** Without members if it is a raw block, `{{{{x}}}}`. */
  readonly openStrip: { readonly open?: boolean }
}

/** What no template may have. */
export interface Refused extends Located {
  readonly type: "PartialStatement" | "PartialBlockStatement" | "Decorator" | "DecoratorBlock"
}

/** What needs no data. */
export interface Text extends Located {
  readonly type: "ContentStatement" | "CommentStatement"
}

/** One piece of a template. */
export type Statement = Mustache | Block | Refused | Text

/** A template, or the body of a block. */
export interface Program {
  readonly type: "Program"
  readonly body: ReadonlyArray<Statement>
  readonly blockParams?: ReadonlyArray<string> | undefined
  /** The rest of an `{{else if}}` chain: holds that one block. */
  readonly chained?: boolean
}

/**
 * Reads a template.
 *
 * @throws Handlebars' own error, or a RangeError if it is nested too deeply for the stack
 */
export const parse = (source: string): Program =>
  // The published types leave out what tells one kind of node from another.
  Handlebars.parse(source) as unknown as Program

/** Whether the path is under `this` or `./`, as Handlebars sees it: such names are never helpers or block parameters. */
export const isScoped = (path: Path): boolean => /^\.|this\b/.test(path.original)

/** The path of what a tag begins with: in this place a literal is a name too, `{{"first name"}}`. */
export const pathOf = (expression: Path | Literal): Path =>
  expression.type === "PathExpression"
    ? expression
    : {
      type: "PathExpression", data: false, depth: 0, loc: expression.loc,
      parts: [String(expression.original)], original: String(expression.original)
    }

/** The name that a tag could call a helper by; undefined for paths such as `this.if` and `../if`. */
export const simpleName = (path: Path): string | undefined =>
  path.parts.length === 1 && path.depth === 0 && !isScoped(path) ? path.parts[0] : undefined
