import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

const load = () => {
  // At import, mjml-core looks for `.mjmlconfig` in the working directory and runs the components it names. A thread
  // can't change its directory, but it can be told another: our own, which has none.
  const ours = dirname(fileURLToPath(import.meta.url))
  process.cwd = () => ours
  return import("./mjml.js")
}

let loaded: ReturnType<typeof load> | undefined

/** Loads MJML, which takes half a second, the first time it is called. For worker threads only: it changes `process.cwd`. */
export const loadMjml = (): ReturnType<typeof load> => (loaded ??= load())
