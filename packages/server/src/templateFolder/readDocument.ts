import { canonicalLocale, CreateTemplate, decode, isObject } from "@telemark/core"
import { Result } from "effect"
import { fileNames, type Files, partsOf, type TemplateDocument } from "./TemplateDocument.js"
import { type FileProblem, refusedAt } from "./problems.js"

type Json = Result.Result<Readonly<Record<string, unknown>>, string>

const notJson = "must be JSON"

const parse = (text: string): Json => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? Result.succeed(value) : Result.fail(`${notJson}: an object`)
  } catch (error) {
    return Result.fail(
      `${notJson}: ${error instanceof SyntaxError ? withoutQuotation(error.message) : "it can't be read"}`
    )
  }
}

/** The parser's message quotes the text. */
const withoutQuotation = (message: string): string => {
  const position = /at position \d+(?: \(line \d+ column \d+\))?/.exec(message)?.[0]
  if (position !== undefined) return `it has an error ${position}`
  return message.includes("end of JSON")
    ? "it ends too early"
    : "it has an error; an editor shows where"
}

const given = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Of one language, not validated yet. */
const readParts = (id: string, files: Files, folder: string, members: ReadonlyArray<string>) => {
  const problems: Array<FileProblem> = []
  const refuse = (name: string, reason: string): void => {
    problems.push({ file: `${id}/${folder}${name}`, reason })
  }
  const text = (name: string) => files.get(`${folder}${name}`)
  const json = (name: string) => {
    const written = text(name)
    if (written === undefined) return undefined
    const read = parse(written)
    if (Result.isFailure(read)) refuse(name, read.failure)
    return Result.getOrUndefined(read)
  }
  const settings = json(fileNames.settings)
  const design_json = json(fileNames.design_json)
  const html = text(fileNames.html)
  const mjml_source = text(fileNames.mjml_source)
  const unknown = Object.keys(settings ?? {}).filter((name) => !members.includes(name))
  if (unknown.length > 0)
    refuse(
      fileNames.settings,
      `must have ${members.join(", ")} and nothing else, and has ${unknown.join(", ")}`
    )
  if (html !== undefined && (mjml_source ?? text(fileNames.design_json)) !== undefined)
    refuse(fileNames.html, "can't be combined with source.mjml or design.json: keep one of them")
  const parts = {
    ...settings,
    mjml_source,
    html,
    design_json,
    text_body: text(fileNames.text_body)
  }
  return { parts: given(parts), problems }
}

const tagsOf = (files: Files): ReadonlyArray<string> => [
  ...new Set([...files.keys()].flatMap((path) => /^locales\/([^/]+)\//.exec(path)?.[1] ?? []))
]

const saysNothing = "must have a subject_template, a source or a text.txt"

const localeProblems = (
  id: string,
  locales: ReadonlyArray<{ readonly tag: string; readonly read: ReturnType<typeof readParts> }>
): ReadonlyArray<FileProblem> =>
  locales.flatMap(({ read, tag }) => [
    ...(canonicalLocale(tag) === undefined
      ? [{ file: `${id}/locales/${tag}`, reason: "must be a language tag such as de or de-AT" }]
      : []),
    ...(Object.keys(read.parts).length === 0 && read.problems.length === 0
      ? [{ file: `${id}/locales/${tag}`, reason: saysNothing }]
      : [])
  ])

const decodeCreate = decode(CreateTemplate)

type Decoded = typeof CreateTemplate.Type

const toDocument = ({
  id,
  locales = {},
  name,
  subject_template,
  variables = {},
  ...parts
}: Decoded): TemplateDocument => ({
  ...partsOf(parts),
  id,
  name,
  subject_template,
  variables,
  locales: Object.fromEntries(
    Object.entries(locales).flatMap(([tag, variant]) =>
      variant === null ? [] : [[canonicalLocale(tag) ?? tag, partsOf(variant)]]
    )
  )
})

export const readDocument = (
  id: string,
  files: Files
): Result.Result<TemplateDocument, ReadonlyArray<FileProblem>> => {
  if (!files.has(fileNames.settings))
    return Result.fail([
      { file: id, reason: "must have a template.json with name and subject_template" }
    ])
  const base = readParts(id, files, "", ["name", "subject_template", "variables"])
  const locales = tagsOf(files).map((tag) => ({
    tag,
    read: readParts(id, files, `locales/${tag}/`, ["subject_template"])
  }))
  const hasSource = [fileNames.mjml_source, fileNames.html, fileNames.design_json].some((name) =>
    files.has(name)
  )
  const problems = [
    ...base.problems,
    ...(hasSource
      ? []
      : [{ file: id, reason: "must have a source.mjml, a source.html or a design.json" }]),
    ...localeProblems(id, locales),
    ...locales.flatMap(({ read }) => read.problems)
  ]
  const tagged = locales.flatMap(({ read, tag }): ReadonlyArray<readonly [string, unknown]> =>
    canonicalLocale(tag) === undefined ? [] : [[tag, read.parts]]
  )
  const decoded = decodeCreate({ ...base.parts, id, locales: Object.fromEntries(tagged) })
  if (Result.isSuccess(decoded) && problems.length === 0)
    return Result.succeed(toDocument(decoded.success))
  // Members of a file that couldn't be parsed aren't missing, and no problem is reported twice.
  const unread = new Set(
    problems
      .filter(({ reason }) => reason.startsWith(notJson) || reason === saysNothing)
      .map(({ file }) => file)
  )
  const refused = Result.isFailure(decoded)
    ? refusedAt(id, decoded.failure).filter(({ file }) => !unread.has(file))
    : []
  return Result.fail([...problems, ...refused])
}
