import { decode, type ValidationDetails, ValidationFailed } from "@telemark/contract"
import { Either, type Schema, SchemaAST as AST } from "effect"

const integerText = /^-?\d{1,15}$/

const isNumber = (ast: AST.AST): boolean => {
  switch (ast._tag) {
    case "NumberKeyword":
      return true
    case "Refinement":
    case "Transformation":
      return isNumber(ast.from)
    case "Union":
      return ast.types.some(isNumber)
    default:
      return false
  }
}

/** The query's parameters. Invalid escapes are kept as they are. */
const parametersOf = (url: string): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1).replace(/#.*$/, ""))
}

const plusIsBlank = "; in a query, + stands for a blank, and %2B for itself"

/** Whether a parameter has a plus, which becomes a blank in an address or an instant. */
const hasPlus = (url: string, name: string): boolean =>
  url
    .slice(url.indexOf("?") + 1)
    .split("&")
    .some((part) => part.startsWith(`${name}=`) && part.includes("+"))

const inQuery = (details: ValidationDetails, url: string): ValidationDetails =>
  Object.fromEntries(
    Object.entries(details).map(([path, reasons]) => [
      `query.${path}`,
      hasPlus(url, path) ? reasons.map((reason) => reason + plusIsBlank) : reasons
    ])
  )

/**
 * Prefixes the paths of an error with `query`: core doesn't know that its argument came from the
 * query of this URL.
 */
export const toQuery = (error: ValidationFailed, url: string): ValidationFailed =>
  new ValidationFailed({ details: inQuery(error.details, url) })

/**
 * Makes a reader of query parameters for a schema. Core validates what can be read. If something
 * can't, all problems are reported together.
 */
export const makeReadQuery = (schema: Schema.Schema.AnyNoContext) => {
  const members = AST.getPropertySignatures(AST.typeAST(AST.encodedAST(schema.ast))).map(
    ({ name, type }) => ({ name: String(name), isNumber: isNumber(type) })
  )
  const check = decode(schema)
  return (
    url: string
  ): Either.Either<Readonly<Record<string, string | number>>, ValidationFailed> => {
    const parameters = parametersOf(url)
    const given: Record<string, string | number> = {}
    const problems: Record<string, ReadonlyArray<string>> = {}
    for (const member of members) {
      const [value, ...more] = parameters.getAll(member.name)
      if (value === undefined) continue
      if (more.length > 0) problems[member.name] = ["must be given once"]
      else if (!member.isNumber) given[member.name] = value
      else if (integerText.test(value)) given[member.name] = Number(value)
      else problems[member.name] = ["must be an integer"]
    }
    if (Object.keys(problems).length === 0) return Either.right(given)
    const checked = check(given)
    return Either.left(
      new ValidationFailed({
        details: inQuery(
          { ...problems, ...(Either.isLeft(checked) ? checked.left.details : {}) },
          url
        )
      })
    )
  }
}
