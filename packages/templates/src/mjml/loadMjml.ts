const load = () => import("./mjml.js")

let loaded: ReturnType<typeof load> | undefined

/**
 * Loads MJML on the first call, in half a second. Only for processes without `.mjmlconfig` in their
 * working directory: MJML runs what it names.
 */
export const loadMjml = (): ReturnType<typeof load> => (loaded ??= load())
