import {
  decode,
  didYouMean,
  firstUnknown,
  showName,
  unknownReasons,
  unknownWarnings,
  type ValidationDetails,
  ValidationFailed,
  wireMembersOf,
  withUnknownNames
} from "@telemark/contract"
import { Result, Schema, SchemaAST as AST } from "effect"
import type { RequestParts } from "./IncomingRequest.js"

const integerText = /^-?\d{1,15}$/

const isNumber = (ast: AST.AST): boolean => {
  const encoded = ast.encoding?.at(-1)?.to
  if (encoded !== undefined) return isNumber(encoded)
  return AST.isNumber(ast) || (AST.isUnion(ast) && ast.types.some(isNumber))
}

/** Invalid escapes are kept as they are. */
const parametersOf = (url: string): URLSearchParams => {
  const mark = url.indexOf("?")
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1).replace(/#.*$/, ""))
}

const plusIsBlank = "; in a query, + stands for a blank, and %2B for itself"

/** A plus becomes a blank in an address or an instant. */
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

const kind = "parameter of this operation"

const unknownIn = (url: string, known: ReadonlyArray<string>): ReturnType<typeof firstUnknown> =>
  firstUnknown(
    [...new Set(parametersOf(url).keys())]
      .filter((name) => !known.includes(name))
      .map((name) => () => ({ path: `query.${showName(name)}`, meant: didYouMean(name, known) }))
  )

/** RFC 7240 4.4. */
const isStrict = (prefer: string | undefined): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:$|[,;])/i.test(prefer)

const noWarnings: ReadonlyArray<string> = []

export const makeQueryReader = (schema: Schema.Codec<unknown, unknown> = Schema.Struct({})) => {
  const members = wireMembersOf(schema).map(({ name, type }) => ({
    name,
    isNumber: isNumber(type)
  }))
  const known = members.map(({ name }) => name)
  const check = decode(schema)
  /** Puts an error of core into the query, with what unknown parameters were probably meant to be. */
  const refused = ({ details }: ValidationFailed, url: string): ValidationFailed =>
    new ValidationFailed({
      details: withUnknownNames(kind, inQuery(details, url), unknownIn(url, known))
    })
  return {
    refused,
    /** Names unknown parameters, which were ignored. */
    warnings: (url: string): ReadonlyArray<string> =>
      url.includes("?") ? unknownWarnings(kind, unknownIn(url, known)) : noWarnings,
    /** Refuses them if the request asks for that. */
    refuseUnknown: ({ header, url }: RequestParts): ValidationFailed | undefined => {
      if (!url.includes("?") || !isStrict(header("prefer"))) return undefined
      const { named } = unknownIn(url, known)
      return named.length === 0
        ? undefined
        : new ValidationFailed({ details: unknownReasons(kind, { named }) })
    },
    /** Core validates what can be read; what can't is reported together with that. */
    read: (url: string) => {
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
      if (Object.keys(problems).length === 0) return Result.succeed(given)
      const checked = check(given)
      const details = { ...problems, ...(Result.isFailure(checked) ? checked.failure.details : {}) }
      return Result.fail(refused(new ValidationFailed({ details }), url))
    }
  }
}
