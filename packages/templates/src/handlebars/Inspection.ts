import { Scope, Use } from "./Scope.js"
import {
  type Form,
  type HelperName,
  helperNames,
  isAddressHelper,
  isHelperName,
  misdeclared,
  misuse
} from "./helpers.js"
import { tooDeepBlocks, tooDeepExpression, tooManyTags } from "./readTemplate.js"
import {
  type Block,
  type Call,
  type Expression,
  type Mustache,
  type Path,
  pathOf,
  type Program,
  simpleName,
  type Statement
} from "./syntax.js"
import {
  maxChainedNesting,
  maxExpressionDepth,
  maxNesting,
  maxPathLength,
  maxStatements
} from "./templateLimits.js"

/** Maximum number of problems reported per part. */
const maxReported = 20

class Problems {
  private readonly found = new Set<string>()

  /** `line` counts from 1. */
  add(line: number, reason: string): void {
    if (this.found.size < maxReported) this.found.add(`line ${line}: ${reason}`)
  }

  get all(): ReadonlyArray<string> {
    return [...this.found]
  }
}

/**
 * Nesting of blocks as written, and with each `{{else if}}` counted as nested in the previous one.
 */
interface Depth {
  readonly blocks: number
  readonly chained: number
}

const refused = {
  PartialStatement: "partials can't be used; put the text itself here",
  PartialBlockStatement: "partials can't be used; put the text itself here",
  Decorator: "decorators and inline partials can't be used; put the text where it is needed",
  DecoratorBlock: "decorators and inline partials can't be used; put the text where it is needed"
} as const

const noSuchHelper = `there is no helper of that name; only ${helperNames.join(", ")} can be used, and a variable takes no arguments`

/** Walks a template once. Collects forbidden constructs and the uses of data. */
export class Inspection {
  readonly problems = new Problems()
  readonly root = new Use(false)
  private statements = 0

  template(program: Program): void {
    this.program(program, Scope.of(this.root), { blocks: 0, chained: 0 })
  }

  private program({ body }: Program, scope: Scope, depth: Depth): void {
    for (const statement of body) {
      if (statement.type !== "ContentStatement" && !this.counted(statement.loc.start.line)) return
      this.statement(statement, scope, depth)
    }
  }

  private counted(line: number): boolean {
    this.statements += 1
    if (this.statements === maxStatements + 1) this.problems.add(line, tooManyTags)
    return this.statements <= maxStatements
  }

  private statement(statement: Statement, scope: Scope, depth: Depth): void {
    switch (statement.type) {
      case "MustacheStatement":
        return this.mustache(statement, scope)
      case "BlockStatement":
        return this.block(statement, scope, depth)
      case "ContentStatement":
      case "CommentStatement":
        return undefined
      default:
        return this.problems.add(statement.loc.start.line, refused[statement.type])
    }
  }

  private mustache(mustache: Mustache, scope: Scope): void {
    const path = this.pathOf(mustache.path)
    if (path === undefined) return
    const helper = this.helperOf(mustache, path, scope, "value")
    const use =
      helper === "lookup"
        ? this.lookup(mustache, scope, 0)
        : helper === undefined
          ? this.find(path, scope)
          : undefined
    if (use !== undefined) use.printed = true
  }

  private block(block: Block, scope: Scope, depth: Depth): void {
    const { line } = block.loc.start
    const path = this.pathOf(block.path)
    if (path === undefined) return
    if (block.openStrip.open === undefined)
      return this.problems.add(line, "raw blocks can't be used; write \\{{ for braces as text")
    if (depth.blocks >= maxNesting || depth.chained >= maxChainedNesting) {
      return this.problems.add(
        line,
        depth.blocks >= maxNesting
          ? tooDeepBlocks
          : `else if follows else if more than ${maxChainedNesting} times; use fewer`
      )
    }
    if (
      isAddressHelper(simpleName(path)) &&
      block.params.length === 0 &&
      block.hash === undefined &&
      block.program !== undefined &&
      block.inverse === undefined
    ) {
      return this.program(block.program, scope, {
        blocks: depth.blocks + 1,
        chained: depth.chained + 1
      })
    }
    const helper = this.helperOf(block, path, scope, "block")
    if (helper === "refused") return
    const names = block.program?.blockParams ?? []
    const wrong =
      misdeclared(helper, names) ?? misdeclared(undefined, block.inverse?.blockParams ?? [])
    if (wrong !== undefined) return this.problems.add(line, wrong)
    const inner = this.inside(helper, block, path, scope, names)
    const deeper = { blocks: depth.blocks + 1, chained: depth.chained + 1 }
    if (block.program !== undefined) this.program(block.program, inner, deeper)
    if (block.inverse !== undefined) {
      this.program(
        block.inverse,
        scope,
        block.inverse.chained === true ? { ...deeper, blocks: depth.blocks } : deeper
      )
    }
  }

  private inside(
    helper: HelperName | undefined,
    block: Block,
    path: Path,
    scope: Scope,
    names: ReadonlyArray<string>
  ): Scope {
    if (helper === undefined) {
      // The value decides whether a section is a condition, a list or an object, so the names
      // inside are unknown.
      const use = this.find(path, scope)
      if (use !== undefined) use.tested = true
      return scope.inside(undefined)
    }
    const [value] = block.params
    const use = value === undefined ? undefined : this.evaluate(value, scope, 0)
    for (const option of block.hash?.pairs ?? []) this.test(this.evaluate(option.value, scope, 0))
    if (helper === "if" || helper === "unless") {
      this.test(use)
      return scope
    }
    if (block.inverse !== undefined) this.test(use)
    return scope.inside(helper === "each" ? use?.items() : use, names)
  }

  private test(use: Use | undefined): void {
    if (use !== undefined) use.tested = true
  }

  /**
   * The data that an expression refers to. Undefined if it isn't data, or if that depends on the
   * data.
   */
  private evaluate(expression: Expression, scope: Scope, depth: number): Use | undefined {
    if (expression.type === "PathExpression") return this.find(expression, scope)
    if (expression.type !== "SubExpression") return undefined
    const { line } = expression.loc.start
    if (depth >= maxExpressionDepth) {
      this.problems.add(line, tooDeepExpression)
      return undefined
    }
    const path = this.counted(line) ? this.pathOf(expression.path) : undefined
    if (path === undefined) return undefined
    return this.helperOf(expression, path, scope, "value") === "lookup"
      ? this.lookup(expression, scope, depth + 1)
      : undefined
  }

  private lookup(
    { params: [from, name] }: Call | Mustache,
    scope: Scope,
    depth: number
  ): Use | undefined {
    const list = from === undefined ? undefined : this.evaluate(from, scope, depth)
    if (name?.type === "StringLiteral" || name?.type === "NumberLiteral")
      return list?.under([String(name.value)])
    if (name?.type === "PathExpression" && name.data && name.parts[0] === "index")
      return list?.items()
    if (name !== undefined) this.evaluate(name, scope, depth)
    return undefined
  }

  private find(path: Path, scope: Scope): Use | undefined {
    if (path.parts.length + path.depth > maxPathLength) {
      this.problems.add(
        path.loc.start.line,
        `a path has more than ${maxPathLength} names; use fewer`
      )
      return undefined
    }
    return scope.find(path)
  }

  private pathOf(expression: Expression): Path | undefined {
    if (expression.type !== "SubExpression") return pathOf(expression)
    this.problems.add(
      expression.loc.start.line,
      "a tag can't begin with parentheses; begin with a name"
    )
    return undefined
  }

  /** The called helper, `refused` if it is forbidden, undefined for data. */
  private helperOf(
    call: Mustache | Block | Call,
    path: Path,
    scope: Scope,
    form: Form
  ): HelperName | "refused" | undefined {
    const { line } = call.loc.start
    const name = scope.declares(path) ? undefined : simpleName(path)
    if (isAddressHelper(name)) {
      this.problems.add(line, noSuchHelper)
      return "refused"
    }
    const isCall =
      call.type === "SubExpression" || call.params.length > 0 || call.hash !== undefined
    if (!isCall && !isHelperName(name)) return undefined
    const wrong =
      !isHelperName(name) || path.data
        ? name === "log"
          ? "log can't be used; remove it"
          : noSuchHelper
        : isCall
          ? misuse(name, form, call)
          : `${misuse(name, form, call) ?? "this is a helper"}; for a variable of that name write this.${name}`
    if (wrong === undefined) return name as HelperName
    this.problems.add(line, wrong)
    return "refused"
  }
}
