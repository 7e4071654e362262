import { canonicalLocale, CreateTemplate, decode } from "@telemark/core"
import { Result } from "effect"
import {
  type DocumentParts,
  fileNames,
  type Files,
  type TemplateDocument
} from "./TemplateDocument.js"
import { type FileProblem, refusedAt } from "./problems.js"

type Json = Result.Result<Readonly<Record<string, unknown>>, string>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

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

interface ReadParts {
  readonly parts: Readonly<Record<string, unknown>>
  readonly problems: ReadonlyArray<FileProblem>
}

/** Of one language, not validated yet. */
const readParts = (
  id: string,
  files: Files,
  folder: string,
  members: ReadonlyArray<string>
): ReadParts => {
  const at = (name: string, reason: string): FileProblem => ({
    file: `${id}/${folder}${name}`,
    reason
  })
  const json = (name: string): Json | undefined => {
    const text = files.get(`${folder}${name}`)
    return text === undefined ? undefined : parse(text)
  }
  const settings = json(fileNames.settings)
  const design = json(fileNames.design_json)
  const [html, mjml] = [
    files.get(`${folder}${fileNames.html}`),
    files.get(`${folder}${fileNames.mjml_source}`)
  ]
  const unknown =
    settings !== undefined && Result.isSuccess(settings)
      ? Object.keys(settings.success).filter((name) => !members.includes(name))
      : []
  return {
    parts: given({
      ...(settings === undefined ? {} : Result.getOrElse(settings, () => ({}))),
      mjml_source: mjml,
      html,
      design_json: design === undefined ? undefined : Result.getOrUndefined(design),
      text_body: files.get(`${folder}${fileNames.text_body}`)
    }),
    problems: [
      ...(settings !== undefined && Result.isFailure(settings)
        ? [at(fileNames.settings, settings.failure)]
        : []),
      ...(design !== undefined && Result.isFailure(design)
        ? [at(fileNames.design_json, design.failure)]
        : []),
      ...(unknown.length === 0
        ? []
        : [
            at(
              fileNames.settings,
              `must have ${members.join(", ")} and nothing else, and has ${unknown.join(", ")}`
            )
          ]),
      ...(html !== undefined && (mjml !== undefined || design !== undefined)
        ? [
            at(
              fileNames.html,
              "can't be combined with source.mjml or design.json: keep one of them"
            )
          ]
        : [])
    ]
  }
}

const tagsOf = (files: Files): ReadonlyArray<string> => [
  ...new Set([...files.keys()].flatMap((path) => /^locales\/([^/]+)\//.exec(path)?.[1] ?? []))
]

const saysNothing = "must have a subject_template, a source or a text.txt"

const localeProblems = (
  id: string,
  locales: ReadonlyArray<{ readonly tag: string; readonly read: ReadParts }>
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

const partsOf = (parts: {
  readonly [Part in keyof DocumentParts]?: DocumentParts[Part] | undefined
}): DocumentParts => ({
  subject_template: parts.subject_template ?? null,
  mjml_source: parts.mjml_source ?? null,
  design_json: parts.design_json ?? null,
  html: parts.html ?? null,
  text_body: parts.text_body ?? null
})

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
