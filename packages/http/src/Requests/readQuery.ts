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

/** Parameters as they stand behind the question mark: what isn't escaped right stands as it is. */
const parametersOf = (url: string): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1).replace(/#.*$/, ""))
}

const inQuery = (details: ValidationDetails): ValidationDetails =>
  Object.fromEntries(Object.entries(details).map(([path, reasons]) => [`query.${path}`, reasons]))

/** Says what is wrong with parameters where they were given: core knows of no query. */
export const toQuery = (error: ValidationFailed): ValidationFailed => new ValidationFailed({ details: inQuery(error.details) })

/**
 * Reads the parameters of a query that a schema has. What can be read is for core to check; what can't is told with all else that is wrong.
 */
export const makeReadQuery = (schema: Schema.Schema.AnyNoContext) => {
  const members = AST.getPropertySignatures(AST.typeAST(AST.encodedAST(schema.ast))).map(({ name, type }) => ({ name: String(name), isNumber: isNumber(type) }))
  const check = decode(schema)
  return (url: string): Either.Either<Readonly<Record<string, string | number>>, ValidationFailed> => {
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
    return Either.left(new ValidationFailed({ details: inQuery({ ...problems, ...(Either.isLeft(checked) ? checked.left.details : {}) }) }))
  }
}
