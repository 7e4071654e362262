import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

interface Program {
  /** The file that asks, two folders below its package. */
  readonly here: string
  /** The name of the built file, which no other package has: bundles of a host may lie beside. */
  readonly name: string
  /** The package that it belongs to. */
  readonly of: string
}

/** In a bundle, such as the command line, the file that asks isn't where its package is installed. */
const installed = ({ here, name, of }: Program): string | undefined => {
  try {
    return join(dirname(createRequire(here).resolve(`${of}/package.json`)), "dist", name)
  } catch {
    return undefined
  }
}

/**
 * Where a package's program for another process or thread is; the file may be missing. The built
 * one, even when the package runs from source: loading the sources takes seconds of CPU time.
 */
export const programFile = (program: Program): string => {
  const { here, name } = program
  const beside = join(dirname(here), here.endsWith(".ts") ? "../../dist" : ".", name)
  return existsSync(beside) ? beside : (installed(program) ?? beside)
}
