import { allOperations, didYouMean, type Operation } from "@telemark/contract"
import { documentedPath, version } from "./routes.js"

interface Candidate {
  readonly method: string
  /** As documents spell it: `POST /v1/emails/{id}/cancel`. */
  readonly shown: string
  /** Below the version; undefined stands for a parameter. */
  readonly segments: ReadonlyArray<string | undefined>
}

const candidateOf = ({ method, path }: Operation): Candidate => ({
  method,
  shown: `${method} ${documentedPath(path)}`,
  segments: path
    .slice(1)
    .split("/")
    .map((segment) => (segment.startsWith(":") ? undefined : segment))
})

const candidates = allOperations.map(({ operation }) => candidateOf(operation))

const maxSegments = 8

/** With or without a version. */
const segmentsOf = (path: string): ReadonlyArray<string> => {
  const segments = path.split("/", maxSegments + 2).filter((segment) => segment !== "")
  return /^v\d+$/i.test(segments[0] ?? "") ? segments.slice(1) : segments
}

/** Undefined if a segment is another word. */
const differences = (asked: ReadonlyArray<string>, { segments }: Candidate): number | undefined => {
  if (asked.length !== segments.length) return undefined
  let found = 0
  for (const [index, segment] of segments.entries()) {
    const given = asked[index] ?? ""
    if (segment === undefined || segment === given) continue
    if (didYouMean(given, [segment]) === undefined) return undefined
    found++
  }
  return found
}

const fixedIn = ({ segments }: Candidate): number =>
  segments.filter((segment) => segment !== undefined).length

/** Among equals, the one with the fewest parameters. */
const closest = (
  asked: ReadonlyArray<string>,
  among: ReadonlyArray<Candidate>
): Candidate | undefined =>
  among
    .map((candidate) => ({ candidate, differs: differences(asked, candidate) ?? Infinity }))
    .filter(({ differs }) => differs !== Infinity)
    .sort(
      (one, other) =>
        one.differs - other.differs || fixedIn(other.candidate) - fixedIn(one.candidate)
    )[0]?.candidate

const isBelow = (asked: ReadonlyArray<string>, { segments }: Candidate): boolean =>
  segments.length === asked.length + 1 &&
  segments.every((segment, index) => segment !== undefined && segment === (asked[index] ?? segment))

/**
 * The operation that was probably meant: of a similar path, else right below this path, else of
 * another method.
 */
export const nearestOperation = (given: string, path: string): string | undefined => {
  const asked = segmentsOf(path)
  if (asked.length === 0 || asked.length > maxSegments) return undefined
  const method = given === "HEAD" ? "GET" : given
  const spelled = path.startsWith(`${version}/`) ? path.slice(version.length + 1) : undefined
  // What the path already is isn't what was meant.
  const others = candidates.filter(
    ({ segments }) =>
      spelled !== asked.join("/") ||
      segments.length !== asked.length ||
      segments.some((segment, index) => segment !== undefined && segment !== asked[index])
  )
  const sameMethod = others.filter((candidate) => candidate.method === method)
  return (
    closest(asked, sameMethod) ??
    sameMethod.find((candidate) => isBelow(asked, candidate)) ??
    closest(asked, others)
  )?.shown
}
