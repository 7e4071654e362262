const load = () => import("./mjml.js")

let loaded: ReturnType<typeof load> | undefined

/**
 * Loads MJML, which takes half a second, the first time it is called. It runs what a `.mjmlconfig` in the working
 * directory names: only for processes that were started in a folder without one.
 */
export const loadMjml = (): ReturnType<typeof load> => (loaded ??= load())
