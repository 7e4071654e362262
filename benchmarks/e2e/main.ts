/**
 * Telemark from outside, as users start it, beside what people write themselves: see the README.
 */
import { hasProc, monotonicMillis } from "@telemark-tools/load"
import { availableParallelism, cpus } from "node:os"
import { benchmark } from "../src/lifetime.js"
import { line } from "../src/report.js"
import { measureAll } from "./measureAll.js"
import { help, type Options, optionsOf } from "./options.js"
import { printResults } from "./printResults.js"
import { requireRedis } from "./requireRedis.js"
import { startSinkProcess } from "./sink.js"
import { usualVariants, type VariantName, variantNames } from "./variants.js"

const began = monotonicMillis()
const minutes = (): string => ((monotonicMillis() - began) / 60_000).toFixed(1)

/** Says on standard error what is being measured: standard output is the report. */
const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const run = async (options: Options, names: ReadonlyArray<VariantName>): Promise<void> => {
  const { rounds } = options
  if (!(await hasProc())) line("There is no /proc here: processor times and memory are left out.")
  const sink = await startSinkProcess()
  const results = await measureAll(options, names, sink, (text) => {
    say(`${minutes()} min, ${text}`)
  })
  line(
    `Medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}, in which the variants took turns. Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}).`
  )
  printResults(options, names, results)
  line(`\nAll of it took ${minutes()} minutes.`)
}

/** What can't be measured is said before anything is. */
const readOptions = async (): Promise<Options | undefined> => {
  try {
    const options = optionsOf(process.argv.slice(2), variantNames, usualVariants)
    // Of what is embedded, no variant is needed.
    const serves = options?.measures.some((name) => name !== "embedded") === true
    if (serves && options.variants.some((name) => name.startsWith("bullmq"))) await requireRedis()
    return options
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

const options = await readOptions()
if (options === undefined) line(help(variantNames))
else
  await benchmark(180, () =>
    run(
      options,
      variantNames.filter((name) => options.variants.includes(name))
    )
  )
