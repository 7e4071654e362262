// Local lint rules that hold the packages apart.
//
// arrows        which package may import which, and what else the core may touch
// entry-points  a package is entered through its name, and has no index but its own
// modules       large libraries are imported by module, never through their index
// lines         a long file says on its first line why it is long
import { builtinModules } from "node:module"
import path from "node:path"

const everything = [
  "contract",
  "core",
  "html",
  "sqlite",
  "postgres",
  "bullmq",
  "network",
  "smtp",
  "templates",
  "worker",
  "http",
  "feedback",
  "dashboard",
  "client",
  "nodemailer",
  "better-auth",
  "telemark",
  "testing",
  "server"
]

/** What the sources of each package may import from this workspace. */
export const arrows = {
  contract: [],
  core: ["contract"],
  sqlite: ["contract", "core"],
  postgres: ["contract", "core"],
  bullmq: ["contract", "core"],
  html: [],
  network: ["contract", "core"],
  smtp: ["contract", "core", "html", "network"],
  templates: ["contract", "core", "html"],
  worker: ["contract", "core"],
  http: ["contract", "core"],
  feedback: ["contract", "core", "html", "http", "network", "smtp"],
  dashboard: [],
  client: [],
  nodemailer: ["client"],
  "better-auth": [],
  telemark: [
    "contract",
    "core",
    "dashboard",
    "feedback",
    "http",
    "network",
    "smtp",
    "templates",
    "worker"
  ],
  server: everything.filter(
    (name) => !["server", "testing", "client", "nodemailer", "better-auth"].includes(name)
  ),
  testing: ["contract", "core", "network", "smtp", "sqlite", "telemark", "worker"]
}

/**
 * Packages that run without Node, with the outside packages they may import; a folder of one may
 * have a line of its own.
 */
const portable = {
  contract: ["effect"],
  client: [],
  "client/effect": ["effect"],
  "better-auth": []
}

const byModuleOnly = ["cli", "http", "http-api", "observability", "process", "sql"].map(
  (area) => `effect/${area}`
)

const nodeModules = new Set(builtinModules)
const isNode = (specifier) => specifier.startsWith("node:") || nodeModules.has(specifier)

const packageOf = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
const workspaceName = (name) =>
  name === "telemark"
    ? "telemark"
    : name.startsWith("@telemark/")
      ? name.slice("@telemark/".length)
      : undefined

/** `…/packages/<package>/<area>/<inside…>`, or nothing for files elsewhere. */
const locate = (file) => {
  const match = /(?:^|\/)packages\/([^/]+)\/([^/]+)\/(.+)$/.exec(file.split(path.sep).join("/"))
  return match === null ? undefined : { package: match[1], area: match[2], inside: match[3] }
}
const folderOf = (inside) =>
  inside.includes("/") ? inside.slice(0, inside.indexOf("/")) : undefined

/** Calls `check(node, specifier)` for each import, re-export and `import()` of a plain string. */
const eachImport = (check) => {
  const visit = (node) => {
    if (node.source?.type === "Literal" && typeof node.source.value === "string")
      check(node.source, node.source.value)
  }
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: (node) => {
      const literal = node.source ?? node.argument?.literal
      if (typeof literal?.value === "string") check(literal, literal.value)
    }
  }
}

const rule = (description, messages, create, schema = []) => ({
  meta: { type: "problem", schema, docs: { description }, messages },
  create
})

const arrowsRule = rule(
  "Packages import only along the arrows of the architecture.",
  {
    against: "packages/{{from}} must not import {{to}}: it may import {{allowed}}.",
    unknown: "packages/{{from}} has no line in the table of arrows (scripts/lint/architecture.js).",
    node: "packages/{{from}} runs without Node: no {{to}}.",
    outside: "packages/{{from}} imports {{allowed}} alone, not {{to}}."
  },
  (context) => {
    const here = locate(context.filename)
    if (here?.area !== "src") return {}
    const from = here.package
    const report = (node, messageId, data = {}) =>
      context.report({ node, messageId, data: { from, ...data } })
    const allowed = arrows[from]
    if (allowed === undefined) return { Program: (node) => report(node, "unknown") }
    return eachImport((node, to) => {
      if (to.startsWith(".")) return
      const name = packageOf(to)
      const ours = workspaceName(name)
      const outside = portable[`${from}/${folderOf(here.inside) ?? ""}`] ?? portable[from]
      if (ours !== undefined) {
        const list = allowed.length === 0 ? "no other package" : allowed.join(", ")
        if (!allowed.includes(ours)) report(node, "against", { to: name, allowed: list })
      } else if (outside !== undefined && isNode(to)) report(node, "node", { to })
      else if (outside !== undefined && !outside.includes(name)) {
        report(node, "outside", { to: name, allowed: outside.join(", ") })
      }
    })
  }
)

/** What packages offer beside their index. */
const subpathExports = new Set([
  "telemark/transactions",
  "@telemark/client/effect",
  "@telemark/testing/vitest"
])

const entryPointsRule = rule(
  "Packages are entered through their name.",
  {
    deep: "Import {{name}} by its bare name.",
    relative: "Import another package by its name, not by a path.",
    index: "Import the file itself: packages/{{name}} has no index but its own."
  },
  (context) => {
    const here = locate(context.filename)
    return eachImport((node, to) => {
      if (!to.startsWith(".")) {
        const name = packageOf(to)
        if (workspaceName(name) !== undefined && to !== name && !subpathExports.has(to))
          context.report({ node, messageId: "deep", data: { name } })
        return
      }
      if (here === undefined) return
      const there = locate(path.resolve(path.dirname(context.filename), to))
      if (there === undefined) return
      if (there.package !== here.package) {
        context.report({ node, messageId: "relative" })
        return
      }
      const isInner = there.area === "src" && there.inside.endsWith("/index.js")
      if (isInner) context.report({ node, messageId: "index", data: { name: here.package } })
    })
  }
)

const modulesRule = rule(
  "Large libraries are imported by module: their index loads everything they have.",
  { index: "Import a module of {{name}}, such as {{name}}/HttpApi." },
  (context) =>
    eachImport((node, name) => {
      if (byModuleOnly.includes(name)) context.report({ node, messageId: "index", data: { name } })
    })
)

const linesRule = rule(
  "A long file says on its first line why it is long.",
  {
    long: "{{lines}} lines, at most {{limit}}: split the file, or begin it with a comment that says why it is long."
  },
  (context) => ({
    Program: (node) => {
      const [{ limit }] = context.options
      const { lines, text } = context.sourceCode
      const count = lines.length - (text.endsWith("\n") ? 1 : 0)
      const first = context.sourceCode.getAllComments()[0]
      const explained = first?.loc.start.line === 1 && first.value.trim().length > 0
      if (count > limit && !explained) {
        context.report({
          node,
          loc: { line: 1, column: 0 },
          messageId: "long",
          data: { lines: count, limit }
        })
      }
    }
  }),
  [
    {
      type: "object",
      properties: { limit: { type: "integer" } },
      required: ["limit"],
      additionalProperties: false
    }
  ]
)

export default {
  meta: { name: "architecture" },
  rules: {
    arrows: arrowsRule,
    "entry-points": entryPointsRule,
    modules: modulesRule,
    lines: linesRule
  }
}
