import Handlebars from "handlebars"

// Handlebars intends these two to be extended but doesn't type them.

interface Opcode {
  readonly opcode: string
  readonly args: ReadonlyArray<unknown>
}

interface BaseCompiler {
  readonly opcodes: Array<Opcode>
  readonly options: { readonly noEscape?: boolean }
  opcode(name: string, ...args: ReadonlyArray<unknown>): void
  SubExpression(mustache: object): void
}

interface BaseJavaScriptCompiler {
  readonly environment: { readonly opcodes: ReadonlyArray<Opcode> }
  readonly source: { wrap(code: unknown): unknown }
  mergeSource(declarations: string): unknown
  popStack(): unknown
  pushSource(code: unknown): void
  appendToBuffer(code: unknown): unknown
}

const { Compiler, JavaScriptCompiler } = Handlebars as unknown as {
  readonly Compiler: new () => BaseCompiler
  readonly JavaScriptCompiler: new () => BaseJavaScriptCompiler
}

/** Handlebars' compiler with a separate opcode for unescaped output. */
export class CountingCompiler extends Compiler {
  readonly compiler = CountingCompiler

  MustacheStatement(mustache: { readonly escaped: boolean }): void {
    this.SubExpression(mustache)
    this.opcode(
      mustache.escaped && this.options.noEscape !== true ? "appendEscaped" : "appendPrinted"
    )
  }

  override opcode(name: string, ...args: ReadonlyArray<unknown>): void {
    // Omits source locations, which Handlebars would pass to each helper call: half the code.
    this.opcodes.push({ opcode: name, args })
  }
}

/** The steps of an opcode, by measured run time. */
const workOf = ({ args, opcode }: Opcode): number => {
  switch (opcode) {
    case "lookupOnContext":
    case "lookupData":
      return (
        1 + (Array.isArray(args[0]) ? args[0].length : Array.isArray(args[1]) ? args[1].length : 0)
      )
    case "lookupBlockParam":
      return 1 + (Array.isArray(args[1]) ? args[1].length : 0)
    case "pushProgram":
      return typeof args[0] === "number" ? 3 : 0
    case "invokeKnownHelper":
    case "blockValue":
      // They create contexts and data frames: with a cost of 6, a million steps of nineteen nested
      // {{#with}} took a second.
      return 15
    case "appendEscaped":
    case "appendPrinted":
      return 1
    default:
      return 0
  }
}

const contentOf = ({ args, opcode }: Opcode): number =>
  opcode === "appendContent" && typeof args[0] === "string" ? args[0].length : 0

const sum = (opcodes: ReadonlyArray<Opcode>, of: (opcode: Opcode) => number): number =>
  opcodes.reduce((total, opcode) => total + of(opcode), 0)

/** Handlebars' code generator. The code reports its work to `meter` before doing it. */
export class MeteredCompiler extends JavaScriptCompiler {
  readonly compiler = MeteredCompiler

  override mergeSource(declarations: string): unknown {
    const { opcodes } = this.environment
    const spend = `meter.spend(${1 + sum(opcodes, workOf)}, ${sum(opcodes, contentOf)});\n  `
    return this.source.wrap([spend, super.mergeSource(declarations)])
  }

  appendEscaped(): void {
    this.write("escaped")
  }

  appendPrinted(): void {
    this.write("printed")
  }

  /** Without the fallback for older runtimes. */
  lookupPropertyFunctionVarDeclaration(): string {
    return "lookupProperty = container.lookupProperty"
  }

  /** Functions in the data are never called: the meter prints nothing for them. */
  resolvePossibleLambda(): void {}

  private write(as: string): void {
    this.pushSource(this.appendToBuffer([`meter.${as}(`, this.popStack(), ")"]))
  }
}
