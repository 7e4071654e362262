// Local lint rules for tests and what helps them: they hold on a machine of any speed.
//
// no-clock  nothing is measured or bounded by a clock
// no-limit  nothing is waited for with a limit of its own

/** What reads a clock, or the time that a processor spends. */
const clocks = {
  performance: ["now", "eventLoopUtilization"],
  process: ["cpuUsage", "hrtime", "resourceUsage"]
}
const modules = ["perf_hooks", "node:perf_hooks"]

const comparisons = ["<", "<=", ">", ">="]

const nameOf = ({ computed, property }) =>
  property.type === "Identifier" && !computed ? property.name : property.value

/** The expression that a constant or variable of the same file begins with, or the node itself. */
const originOf = (context, node) => {
  if (node.type !== "Identifier") return node
  for (let scope = context.sourceCode.getScope(node); scope !== null; scope = scope.upper) {
    const variable = scope.set.get(node.name)
    if (variable === undefined) continue
    return variable.defs[0]?.node.init ?? node
  }
  return node
}

const isNow = (node) =>
  node.type === "CallExpression" &&
  node.callee.type === "MemberExpression" &&
  node.callee.object.type === "Identifier" &&
  node.callee.object.name === "Date" &&
  nameOf(node.callee) === "now"

/** Whether one of the operands of a sum, or of a difference, is the time by the clock. */
const readsNow = (context, node) => {
  const origin = originOf(context, node)
  return origin.type === "BinaryExpression" && ["+", "-"].includes(origin.operator)
    ? readsNow(context, origin.left) || readsNow(context, origin.right)
    : isNow(origin)
}

/** Whether it is the same at each run: a number, or what is made of numbers. */
const isConstant = (context, node) => {
  const origin = originOf(context, node)
  return origin.type === "BinaryExpression"
    ? isConstant(context, origin.left) && isConstant(context, origin.right)
    : origin.type === "Literal"
}

const isWithinExpectation = (node) => {
  for (let at = node.parent; at !== null && at !== undefined; at = at.parent) {
    if (/Function|^Program$/.test(at.type)) return false
    if (at.type === "CallExpression" && at.callee.name === "expect") return true
  }
  return false
}

const noClock = {
  meta: {
    type: "problem",
    schema: [],
    docs: { description: "Tests measure nothing by a clock." },
    messages: {
      clock:
        "A slower machine takes longer: count what is done (statements, steps, turns, bytes) instead of timing it. What has to be timed belongs into benchmarks/."
    }
  },
  create: (context) => {
    const report = (node) => context.report({ node, messageId: "clock" })
    return {
      ImportDeclaration: (node) => {
        if (modules.includes(node.source.value)) report(node)
      },
      MemberExpression: (node) => {
        // A clock that stands in for the real one is made of it.
        const isBound = node.parent.property?.name === "bind"
        if (clocks[node.object.name]?.includes(nameOf(node)) && !isBound) report(node)
      },
      BinaryExpression: (node) => {
        const { left, operator, right } = node
        const isDifference =
          operator === "-" &&
          ((readsNow(context, left) && readsNow(context, right)) ||
            (isWithinExpectation(node) &&
              (isNow(right) || (isNow(left) && !isConstant(context, right)))))
        const isComparison =
          comparisons.includes(operator) && (readsNow(context, left) || readsNow(context, right))
        if (isDifference || isComparison) report(node)
      }
    }
  }
}

/** They give up after a second, or after what they are told. */
const impatient = ["vi.waitFor", "vi.waitUntil"]

const hasTimeout = (options) =>
  options?.type === "ObjectExpression" &&
  options.properties.some((property) => property.key?.name === "timeout")

const noLimit = {
  meta: {
    type: "problem",
    schema: [],
    docs: { description: "Tests wait without a limit of their own." },
    messages: {
      limit:
        "A slower machine takes longer: wait with expect.poll(…), for as long as it takes. That a test doesn't hang is for testTimeout of vitest.config.ts alone."
    }
  },
  create: (context) => ({
    CallExpression: (node) => {
      const { arguments: given, callee } = node
      if (callee.type !== "MemberExpression") return
      const name = `${callee.object.name}.${nameOf(callee)}`
      const options = given[1] && originOf(context, given[1])
      if (impatient.includes(name) || (name === "expect.poll" && hasTimeout(options)))
        context.report({ node, messageId: "limit" })
    }
  })
}

export default { meta: { name: "time" }, rules: { "no-clock": noClock, "no-limit": noLimit } }
