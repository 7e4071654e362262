import Handlebars from "handlebars"

// Handlebars has these two to be extended, but doesn't type them.

/** One step that a template is broken down to. */
interface Opcode {
  readonly opcode: string
  readonly args: ReadonlyArray<unknown>
}

/** Breaks a block body down to opcodes. */
interface BaseCompiler {
  readonly opcodes: Array<Opcode>
  readonly options: { readonly noEscape?: boolean }
  opcode(name: string, ...args: ReadonlyArray<unknown>): void
  SubExpression(mustache: object): void
}

/** Makes code from opcodes. */
interface BaseJavaScriptCompiler {
  readonly environment: { readonly opcodes: ReadonlyArray<Opcode> }
  readonly source: { wrap(code: unknown): unknown }
  mergeSource(declarations: string): unknown
  popStack(): unknown
  pushSource(code: unknown): void
  appendToBuffer(code: unknown): unknown
}

const { Compiler, JavaScriptCompiler } = Handlebars as unknown as {
  readonly Compiler: new() => BaseCompiler
  readonly JavaScriptCompiler: new() => BaseJavaScriptCompiler
}

/** Handlebars' compiler, with an opcode of its own for what is written out as it is. */
export class CountingCompiler extends Compiler {
  /** What block bodies are compiled with. */
  readonly compiler = CountingCompiler

  MustacheStatement(mustache: { readonly escaped: boolean }): void {
    this.SubExpression(mustache)
    this.opcode(mustache.escaped && this.options.noEscape !== true ? "appendEscaped" : "appendPrinted")
  }

  override opcode(name: string, ...args: ReadonlyArray<unknown>): void {
    // Without the place in the source, that Handlebars would hand to each call of a helper: half the code.
    this.opcodes.push({ opcode: name, args })
  }
}

/** Steps that an opcode stands for, after what it takes to run it. */
const workOf = ({ args, opcode }: Opcode): number => {
  switch (opcode) {
    case "lookupOnContext":
    case "lookupData":
      return 1 + (Array.isArray(args[0]) ? args[0].length : Array.isArray(args[1]) ? args[1].length : 0)
    case "lookupBlockParam":
      return 1 + (Array.isArray(args[1]) ? args[1].length : 0)
    case "pushProgram":
      return typeof args[0] === "number" ? 3 : 0
    case "invokeKnownHelper":
    case "blockValue":
      // Contexts and data of their own: nineteen {{#with}} in each other took a second for a million steps of six.
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

/** Handlebars' code generator: the code tells `meter` what it does before it does it. */
export class MeteredCompiler extends JavaScriptCompiler {
  /** What block bodies are compiled with. */
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

  /** Without the stand-in for versions of the runtime that had no such function. */
  lookupPropertyFunctionVarDeclaration(): string {
    return "lookupProperty = container.lookupProperty"
  }

  /** Functions among the data are never called: the meter writes nothing for them. */
  resolvePossibleLambda(): void {}

  private write(as: string): void {
    this.pushSource(this.appendToBuffer([`meter.${as}(`, this.popStack(), ")"]))
  }
}
