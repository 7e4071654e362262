// What stands in the Dockerfile, and what is wrong with it.
import { DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"

const pairs = (instruction) =>
  Object.fromEntries(
    instruction.getProperties().map((one) => [one.getName(), one.getValue() ?? ""])
  )

/** The command of an instruction in exec form; undefined in shell form. */
const execForm = (instruction) => {
  try {
    const words = JSON.parse(instruction.getArgumentsContent().replace(/^CMD\s+/, ""))
    return Array.isArray(words) ? words : undefined
  } catch {
    return undefined
  }
}

const flagsOf = (instruction) =>
  Object.fromEntries((instruction.getFlags?.() ?? []).map((one) => [one.getName(), one.getValue()]))

/** A step: what it is, and what its reader needs of it. */
const stepOf = (instruction) => {
  const keyword = instruction.getKeyword()
  const text = instruction.getArgumentsContent() ?? ""
  if (["ARG", "ENV", "LABEL"].includes(keyword)) return { keyword, values: pairs(instruction) }
  if (["CMD", "ENTRYPOINT", "HEALTHCHECK"].includes(keyword))
    return { keyword, words: execForm(instruction) }
  if (keyword === "COPY") {
    const words = text.split(/\s+/)
    return {
      keyword,
      from: flagsOf(instruction).from,
      sources: words.slice(0, -1),
      to: words.at(-1)
    }
  }
  return { keyword, text }
}

/** The stages in order; `""` is the name of one that has none. */
export const stagesOf = (text) => {
  const stages = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === "FROM")
      stages.push({
        image: instruction.getImage(),
        name: instruction.getBuildStage() ?? "",
        steps: []
      })
    else stages.at(-1)?.steps.push(stepOf(instruction))
  }
  return stages
}

/** The last step of a kind counts. */
export const lastOf = ({ steps }, keyword) => steps.findLast((step) => step.keyword === keyword)

/** The version of Node that the image has. */
export const nodeVersion = (text) => /^ARG NODE=(\d+)/m.exec(text)?.[1]

const labels = ["title", "description", "licenses", "version", "revision"]

/** What Docker's own linter says, and what would break a promise of docs/docker.md. */
export const problemsOf = (text) => {
  const stages = stagesOf(text)
  const last = stages.at(-1)
  const copied = stages.flatMap(({ steps }) => steps.flatMap(({ from }) => from ?? []))
  const has = lastOf(last, "LABEL")?.values ?? {}
  return [
    ...validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    ...copied
      .filter((name) => !stages.some((stage) => stage.name === name))
      .map((name) => `there is no stage ${name}`),
    ...["ENTRYPOINT", "CMD", "HEALTHCHECK"]
      .filter((keyword) => lastOf(last, keyword)?.words === undefined)
      .map((keyword) => `${keyword} has no exec form: a shell would take the signals`),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(lastOf(last, "USER")?.text ?? "")
      ? []
      : ["the user is no number other than 0"]),
    ...(last.image.endsWith("-slim") ? [] : [`${last.image} isn't slim`]),
    ...labels
      .filter((name) => has[`org.opencontainers.image.${name}`] === undefined)
      .map((name) => `there is no label ${name}`)
  ]
}

/** What a .dockerignore leaves out: names at any depth, and folders at the root. */
export const ignoredBy = (text) => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const patterns = lines.map(
    (line) =>
      new RegExp(
        `${line.startsWith("**/") ? "(?:^|/)" : "^"}${line
          .replace(/^\*\*\//, "")
          .replaceAll(".", "\\.")
          .replaceAll("*", "[^/]*")}(?:/|$)`
      )
  )
  return (file) => patterns.some((pattern) => pattern.test(file))
}
