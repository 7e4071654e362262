import { useCallback, useMemo } from "preact/hooks"
import { useLocation, useSearch } from "wouter-preact"

/**
 * The query of the page's address, in which filters are kept, so that a link or a reload shows the
 * same.
 */
export const useParameters = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  /**
   * Changes parameters; an empty value takes one away. Replaces the entry of the history unless
   * `push`.
   */
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, push = false) => {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") next.delete(name)
        else next.set(name, value)
      }
      navigate(next.size === 0 ? path : `${path}?${next.toString()}`, { replace: !push })
    },
    [navigate, path, search]
  )
  return { parameters, change }
}
